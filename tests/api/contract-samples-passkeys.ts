/** Samples of passkeys (contract-samples.ts). */
import { expect, inject } from 'vitest';
import type { passkeyOperations } from '#lib/contracts/operations-passkeys.ts';
import type { Passkey } from '#lib/contracts/passkeys.ts';
import { apiOf } from '../support/api.ts';
import { authenticator, type Options } from '../support/authenticator.ts';
import { createPerson } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

/** Somebody with an authenticator, and its answer to the options for a new passkey. */
async function begun() {
  const { api, token } = await createPerson('viewer');
  const key = authenticator({ origin: inject('baseUrl') });
  const { status, body } = await api<Options>('POST', '/users/me/passkeys/options');
  expect(status).toBe(200);
  return { api, token, key, body: { name: 'Laptop', passkey: key.create(body) } };
}

/** Somebody with a passkey. */
async function withPasskey() {
  const { api, token, key, body } = await begun();
  const added = await api<Passkey>('POST', '/users/me/passkeys', body);
  expect(added.status).toBe(201);
  return { token, key, params: { id: added.body.id } };
}

export const passkeySamples: { readonly [N in keyof typeof passkeyOperations]: Prepare } = {
  getPasskeyOptions: () => ({ status: 200, body: {} }),
  signInWithPasskey: async () => {
    const { key } = await withPasskey();
    const { body: options } = await apiOf(null)<Options>('POST', '/auth/passkey/options', {});
    return { status: 200, body: { passkey: key.get(options) } };
  },
  getProofOptions: async () => ({ status: 200, token: (await withPasskey()).token }),
  listPasskeys: async () => ({ status: 200, token: (await withPasskey()).token }),
  beginPasskey: async () => ({ status: 200, token: (await createPerson('viewer')).token }),
  createPasskey: async () => {
    const { token, body } = await begun();
    return { status: 201, token, body };
  },
  updatePasskey: async () => {
    const { token, params } = await withPasskey();
    return { status: 200, token, params, body: { name: 'Old laptop' } };
  },
  deletePasskey: async () => {
    const { token, params } = await withPasskey();
    return { status: 204, token, params };
  }
};
