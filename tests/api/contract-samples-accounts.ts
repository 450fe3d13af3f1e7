/** Samples of accounts, mail and files (contract-samples.ts). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import type { accountOperations } from '#lib/contracts/operations-accounts.ts';
import type { assetViewOperations } from '#lib/contracts/operations-asset-views.ts';
import type { jobOperations } from '#lib/contracts/operations-jobs.ts';
import type { mailAndFileOperations } from '#lib/contracts/operations-mail-and-files.ts';
import type { systemOperations } from '#lib/contracts/operations-system.ts';
import type { pushOperations } from '#lib/contracts/operations-push.ts';
import type { User } from '#lib/contracts/people.ts';
import { assetView } from '../support/asset-view.ts';
import { execute } from '../support/database.ts';
import { failedJob } from '../support/failed-job.ts';
import { createPerson, type Laboratory } from '../support/laboratory.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { startSmtp } from '../support/smtp-server.ts';
import type { Prepare } from './contract-samples.ts';

type Names =
  | keyof typeof jobOperations
  | keyof typeof systemOperations
  | keyof typeof accountOperations
  | keyof typeof assetViewOperations
  | keyof typeof pushOperations
  | keyof typeof mailAndFileOperations;

const NEW_PASSWORD = 'another plumb line hangs true';
const someAddress = () => `sample-${randomUUID().slice(0, 8)}@laboratory.example`;
const aFailedJob = () => failedJob((statement, values) => execute(inject('databaseUrl'), statement, values));
const viewer = () => createPerson('viewer');

/** A token as a mail would contain it; the database stores its hash. */
async function mailed(purpose: 'verify_email' | 'reset_password' | 'confirm_email'): Promise<string> {
  const { user } = await viewer();
  const token = randomBytes(32).toString('base64url');
  await execute(
    inject('databaseUrl'),
    `INSERT INTO account_tokens (user_id, purpose, token_sha256, email, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '1 day')`,
    [user.id, purpose, createHash('sha256').update(token).digest('hex'), user.email]
  );
  return token;
}

async function ownSession(): Promise<{ token: string; id: string }> {
  const { api, token } = await viewer();
  const { body } = await api<{ id: string }[]>('GET', '/auth/sessions');
  return { token, id: body[0]?.id ?? '' };
}

async function ownAccessToken(): Promise<{ token: string; id: string }> {
  const { api, token } = await viewer();
  const { body } = await api<{ id: string }>('POST', '/users/me/access-tokens', { name: 'Script' });
  return { token, id: body.id };
}

async function ownAssetView(): Promise<{ token: string; id: string }> {
  const { api, token } = await viewer();
  const { body } = await api<{ id: string }>('POST', '/users/me/asset-views', assetView('Oven round'));
  return { token, id: body.id };
}

/** Somebody with a picture, and the signed path of it. */
async function pictured(): Promise<{ token: string; url: URL }> {
  const { token } = await viewer();
  const response = await fetch(`${inject('baseUrl')}/api/v1/users/me/profile-picture`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: ONE_PIXEL_PNG
  });
  expect(response.status).toBe(200);
  const { profile_picture_url } = (await response.json()) as User;
  return { token, url: new URL(profile_picture_url ?? '', inject('baseUrl')) };
}

async function mailServer({ admin }: Laboratory): Promise<void> {
  const { port } = await startSmtp();
  const settings = { enabled: false, host: '127.0.0.1', port, security: 'none', from_address: someAddress() };
  expect((await admin('PUT', '/admin/email-settings', settings)).status).toBe(200);
}

export const accountSamples: { readonly [N in Names]: Prepare } = {
  getSignUpOptions: () => ({ status: 200 }),
  verifyEmail: async () => ({ status: 200, query: { token: await mailed('verify_email') } }),
  resendVerification: () => ({ status: 200, body: { email: someAddress() } }),
  forgotPassword: () => ({ status: 200, body: { email: someAddress() } }),
  resetPassword: async () => ({
    status: 200,
    body: { token: await mailed('reset_password'), new_password: NEW_PASSWORD }
  }),
  confirmEmail: async () => ({ status: 200, body: { token: await mailed('confirm_email') } }),
  listSessions: () => ({ status: 200, query: { limit: '2' } }),
  endSessions: async () => ({ status: 204, token: (await ownSession()).token }),
  endSession: async () => ({ status: 204, ...(await withId(ownSession())) }),
  listAccessTokens: async () => ({ status: 200, token: (await ownAccessToken()).token, query: { limit: '2' } }),
  // Soon after signing in, as it needs a fresh proof.
  createAccessToken: async () => ({
    status: 201,
    token: (await viewer()).token,
    body: { name: 'Nightly export', expires_at: '2099-01-01T00:00:00Z' }
  }),
  deleteAccessToken: async () => ({ status: 204, ...(await withId(ownAccessToken())) }),
  createCalendarFeed: () => ({ status: 201 }),
  updateUser: async ({ organization }) => ({
    status: 200,
    params: { id: (await viewer()).user.id },
    body: { role: 'technician', memberships: [{ organization_id: organization.id, role: 'member' }] }
  }),
  deleteUser: async () => ({ status: 204, params: { id: (await viewer()).user.id } }),
  putProfilePicture: async () => ({
    status: 200,
    token: (await viewer()).token,
    upload: { type: 'image/png', bytes: ONE_PIXEL_PNG }
  }),
  deleteProfilePicture: async () => ({ status: 204, token: (await pictured()).token }),
  getNotificationPreferences: () => ({ status: 200 }),
  getPushState: () => ({ status: 200 }),
  // No keys are set there; own-subscription.pg.test.ts has them.
  subscribeToPush: () => ({
    status: 409,
    body: { endpoint: 'https://push.example/x', keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }
  }),
  unsubscribeFromPush: () => ({ status: 204 }),
  testPush: () => ({ status: 409 }),
  updateNotificationPreferences: async () => ({
    status: 200,
    token: (await viewer()).token,
    body: { join_decision: { email: false, in_app: true } }
  }),
  listAssetViews: async () => ({ status: 200, token: (await ownAssetView()).token }),
  createAssetView: async () => ({ status: 201, token: (await viewer()).token, body: assetView('Oven round') }),
  updateAssetView: async () => ({ status: 200, ...(await withId(ownAssetView())), body: { name: 'Autoclaves' } }),
  deleteAssetView: async () => ({ status: 204, ...(await withId(ownAssetView())) }),
  getEmailSettings: () => ({ status: 200 }),
  sweepReminders: () => ({ status: 200 }),
  getSystem: () => ({ status: 200 }),
  listMails: () => ({ status: 200, query: { state: 'failed', q: 'laboratory.example' } }),
  listJobs: () => ({ status: 200 }),
  retryJob: async () => ({ status: 204, params: { id: await aFailedJob() } }),
  removeJob: async () => ({ status: 204, params: { id: await aFailedJob() } }),
  updateEmailSettings: () => ({ status: 200, body: { from_name: 'Calibration laboratory', reminder_lead_days: 30 } }),
  approveEmailSettings: () => ({ status: 200 }),
  testEmailSettings: async (laboratory) => {
    await mailServer(laboratory);
    return { status: 204, body: { to: someAddress() } };
  },
  getFile: async () => {
    const { url } = await pictured();
    return {
      status: 200,
      params: { id: url.pathname.split('/').at(-1) ?? '' },
      query: Object.fromEntries(url.searchParams)
    };
  }
};

async function withId(made: Promise<{ token: string; id: string }>) {
  const { token, id } = await made;
  return { token, params: { id } };
}
