/** Samples of single sign-on (contract-samples.ts). No identity provider is set up: most of it is not there; `oidc-sign-in.pg.test.ts` has one. */
import { inject } from 'vitest';
import type { oidcOperations } from '#lib/contracts/operations-oidc.ts';
import type { signInSettingsOperations } from '#lib/contracts/operations-sign-in-settings.ts';
import { execute } from '../support/database.ts';
import { addIdentity } from '../support/identities.ts';
import { createPerson, PASSWORD } from '../support/laboratory.ts';
import type { Prepare } from './contract-samples.ts';

type Names = keyof typeof oidcOperations | keyof typeof signInSettingsOperations;

async function linked() {
  const { token, user } = await createPerson('viewer');
  const id = await addIdentity((statement, values) => execute(inject('databaseUrl'), statement, values), user.id);
  return { token, userId: user.id, params: { id } };
}

export const oidcSamples: { readonly [N in Names]: Prepare } = {
  getOidc: () => ({ status: 200 }),
  startOidc: () => ({ status: 404, query: { next: '/assets' } }),
  finishOidc: () => ({ status: 404, query: { code: 'c', state: 's' } }),
  signInWithOidc: () => ({ status: 404 }),
  linkOidc: () => ({ status: 404, body: { password: PASSWORD } }),
  beginOidcProof: () => ({ status: 404, body: {} }),
  listIdentities: async () => ({ status: 200, token: (await linked()).token }),
  beginIdentity: () => ({ status: 404, body: {} }),
  deleteIdentity: async () => {
    const { token, params } = await linked();
    return { status: 204, token, params };
  },
  getOidcSignOut: () => ({ status: 200 }),
  listIdentitiesOf: async () => ({ status: 200, params: { id: (await linked()).userId } }),
  deleteIdentityOf: async () => {
    const { userId, params } = await linked();
    return { status: 204, params: { id: userId, identity_id: params.id } };
  },
  getSignInSettings: () => ({ status: 200 }),
  updateSignInSettings: () => ({ status: 200, body: { second_factor_roles: [] } })
};
