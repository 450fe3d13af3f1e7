import { z } from 'zod';
import { operation } from './operation.ts';
import {
  createdPasskeySchema,
  createPasskeyBody,
  MOST_PASSKEYS,
  passkeyOptionsBody,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInBody,
  updatePasskeyBody
} from './passkeys.ts';
import { tokenSchema } from './people.ts';
import { id } from './primitives.ts';

const byId = z.strictObject({ id });
const tag = 'Accounts';

export const passkeyOperations = {
  getPasskeyOptions: operation({
    method: 'POST',
    path: '/auth/passkey/options',
    tag,
    summary: 'Begin to sign in with a passkey, or to finish signing in with one as second factor',
    access: 'public',
    body: passkeyOptionsBody,
    answers: { 200: passkeyOptionsSchema },
    refusals: ['challenge_expired']
  }),
  signInWithPasskey: operation({
    method: 'POST',
    path: '/auth/passkey/verify',
    tag,
    summary: 'Sign in with a passkey, without a password',
    description:
      'The authenticator must have verified the person, by a PIN, fingerprint or face: possession and person are two factors, so no further one is asked for.',
    access: 'public',
    body: passkeySignInBody,
    answers: { 200: tokenSchema },
    refusals: ['passkey_refused', 'oidc_only', 'unverified', 'inactive']
  }),
  getProofOptions: operation({
    method: 'POST',
    path: '/auth/proof/options',
    tag,
    summary: 'Begin to prove with a passkey that the session is used by its owner',
    description:
      'The answer is the `passkey` of `POST /auth/proof`, and of operations that ask for the password or a passkey.',
    access: 'user',
    duringSetup: true,
    answers: { 200: passkeyOptionsSchema },
    refusals: ['not_found']
  }),
  listPasskeys: operation({
    method: 'GET',
    path: '/users/me/passkeys',
    tag,
    summary: 'The caller’s passkeys, oldest first',
    access: 'user',
    answers: { 200: z.array(passkeySchema) }
  }),
  beginPasskey: operation({
    method: 'POST',
    path: '/users/me/passkeys/options',
    tag,
    summary: `Begin to add a passkey; at most ${MOST_PASSKEYS} per person`,
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    duringSetup: true,
    answers: { 200: passkeyOptionsSchema },
    refusals: ['forbidden', 'proof_required', 'too_many_passkeys']
  }),
  createPasskey: operation({
    method: 'POST',
    path: '/users/me/passkeys',
    tag,
    summary: 'Add a passkey; the first second factor of an account returns ten recovery codes',
    access: 'user',
    duringSetup: true,
    body: createPasskeyBody,
    answers: { 201: createdPasskeySchema },
    refusals: ['forbidden', 'passkey_refused', 'passkey_known', 'too_many_passkeys']
  }),
  updatePasskey: operation({
    method: 'PUT',
    path: '/users/me/passkeys/{id}',
    tag,
    summary: 'Rename a passkey',
    access: 'user',
    params: byId,
    body: updatePasskeyBody,
    answers: { 200: passkeySchema },
    refusals: ['not_found']
  }),
  deletePasskey: operation({
    method: 'DELETE',
    path: '/users/me/passkeys/{id}',
    tag,
    summary: 'Remove a passkey; with the last second factor, the recovery codes become invalid',
    description: 'Needs a session and a proof within the last ten minutes.',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['forbidden', 'proof_required', 'not_found', 'second_factor_mandatory']
  })
} as const;
