import { z } from 'zod';
import { operation } from './operation.ts';
import { tokenSchema } from './people.ts';
import { id } from './primitives.ts';
import {
  begunTotpSchema,
  confirmTotpBody,
  proofBody,
  PROOF_REFUSALS,
  recoveryCodesSchema,
  secondFactorBody,
  secondFactorSchema
} from './second-factor.ts';

const byId = z.strictObject({ id });
const tag = 'Accounts';

export const secondFactorOperations = {
  signInWithSecondFactor: operation({
    method: 'POST',
    path: '/auth/second-factor',
    tag,
    summary: 'Finish signing in with a code of the authenticator app, a passkey or a recovery code',
    description:
      'If an account has a second factor, `POST /auth/login` and the operations that sign in with a mailed token are refused with `second_factor_required`, whose context has a `challenge`. It is valid for ten minutes. Each code is accepted once. For a passkey, `POST /auth/passkey/options` first.',
    access: 'public',
    body: secondFactorBody,
    answers: { 200: tokenSchema },
    refusals: [
      'challenge_expired',
      'wrong_code',
      'code_used',
      'passkey_refused',
      'identity_taken',
      'oidc_only',
      'unverified',
      'inactive',
      'too_many_requests'
    ]
  }),
  proveIdentity: operation({
    method: 'POST',
    path: '/auth/proof',
    tag,
    summary:
      'Prove that the session is used by its owner, with the password or, with a second factor, a code of the authenticator app or a passkey',
    description:
      'Sensitive operations are refused with `proof_required` if the last proof of the session, or signing in, is more than ten minutes ago.',
    access: 'user',
    duringSetup: true,
    body: proofBody,
    answers: { 204: null },
    refusals: ['forbidden', ...PROOF_REFUSALS]
  }),
  getSecondFactor: operation({
    method: 'GET',
    path: '/users/me/second-factor',
    tag,
    summary: 'The caller’s second factor',
    access: 'user',
    duringSetup: true,
    answers: { 200: secondFactorSchema }
  }),
  beginTotp: operation({
    method: 'PUT',
    path: '/users/me/totp',
    tag,
    summary: 'Begin to set up an authenticator app (TOTP, RFC 6238): a new secret',
    description:
      'Codes are required only after `POST /users/me/totp` has confirmed the secret, within one hour. Needs a session and a proof within the last ten minutes.',
    access: 'user',
    duringSetup: true,
    answers: { 200: begunTotpSchema },
    refusals: ['forbidden', 'proof_required', 'totp_is_on']
  }),
  confirmTotp: operation({
    method: 'POST',
    path: '/users/me/totp',
    tag,
    summary:
      'Turn on the authenticator app with its first code; the first second factor of an account returns ten recovery codes',
    access: 'user',
    duringSetup: true,
    body: confirmTotpBody,
    answers: { 200: recoveryCodesSchema },
    refusals: ['forbidden', 'not_found', 'wrong_code', 'totp_is_on', 'too_many_requests']
  }),
  createRecoveryCodes: operation({
    method: 'POST',
    path: '/users/me/recovery-codes',
    tag,
    summary: 'Create ten new recovery codes; the previous ones become invalid',
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    answers: { 201: recoveryCodesSchema },
    refusals: ['forbidden', 'proof_required', 'not_found']
  }),
  deleteTotp: operation({
    method: 'DELETE',
    path: '/users/me/totp',
    tag,
    summary: 'Turn off the authenticator app; with the last second factor, the recovery codes become invalid',
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    answers: { 204: null },
    refusals: ['forbidden', 'proof_required', 'not_found', 'second_factor_mandatory']
  }),
  getSecondFactorOf: operation({
    method: 'GET',
    path: '/users/{id}/second-factor',
    tag: 'People',
    summary: 'The second factor of a person whose account the caller may change',
    access: 'admin',
    params: byId,
    answers: { 200: secondFactorSchema },
    refusals: ['not_found', 'forbidden']
  }),
  removeSecondFactorOf: operation({
    method: 'DELETE',
    path: '/users/{id}/second-factor',
    tag: 'People',
    summary:
      'Remove the authenticator app, the passkeys and the recovery codes of a person who has lost them; they are notified',
    description: 'Callers turn off their own with `DELETE /users/me/totp`.',
    access: 'admin',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden']
  })
} as const;
