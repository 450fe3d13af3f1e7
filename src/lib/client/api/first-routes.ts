/** The routes of what is called before somebody has signed in: every page carries them, and fetches the others when it calls. */
import type { endpoints, EndpointName } from '#lib/contracts/endpoints.ts';

type Endpoints = typeof endpoints;
export type Routes = { readonly [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` };

export const firstRoutes = {
  getSignUpOptions: 'GET /auth/options',
  verifyEmail: 'GET /auth/verify-email',
  resendVerification: 'POST /auth/resend-verification',
  forgotPassword: 'POST /auth/forgot-password',
  resetPassword: 'POST /auth/reset-password',
  confirmEmail: 'POST /auth/confirm-email',
  signInWithSecondFactor: 'POST /auth/second-factor',
  getPasskeyOptions: 'POST /auth/passkey/options',
  signInWithPasskey: 'POST /auth/passkey/verify',
  getOidc: 'GET /auth/oidc',
  signInWithOidc: 'POST /auth/oidc/session',
  linkOidc: 'POST /auth/oidc/link',
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  getMe: 'GET /users/me'
} as const satisfies Partial<Routes>;
