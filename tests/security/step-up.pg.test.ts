/** What is sensitive asks who is there, at a session whose owner has not proved it for eleven minutes: by any operation that says so. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createOidc } from '#lib/server/auth/oidc.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { CLIENT, organizationOf, PASSWORD, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { callOperation, operationOf } from './matrix/call-operation.ts';
import type { Asked } from './matrix/rows.ts';

/** As little as the shape of each takes: it is refused before anything is looked for. */
const SENSITIVE: Partial<Record<EndpointName, Asked>> = {
  exportDatabase: {},
  importDatabase: { query: { dry_run: 'true' } },
  resetDatabase: { body: { confirm: 'RESET' } },
  // Of an organization that the super administrator manages.
  importSigningCertificate: { body: { pkcs12: Buffer.from('file').toString('base64'), password: 'secret' } },
  replaceSigningCertificate: {},
  updateSignInSettings: { body: { second_factor_roles: [] } },
  createAccessToken: { body: { name: 'Program' } },
  beginTotp: {},
  deleteTotp: {},
  createRecoveryCodes: {},
  beginPasskey: {},
  deletePasskey: { params: { id: randomUUID() } },
  beginIdentity: { body: {} },
  deleteIdentity: { params: { id: randomUUID() } }
};
/** They take the proof themselves; somebody who has none to give proves it ahead (`oidc-profile.pg.test.ts`, `release-calibration.pg.test.ts`). */
const GIVEN_WITH: readonly EndpointName[] = ['updateMe', 'releaseCalibration'];
const NAMES = Object.keys(SENSITIVE) as EndpointName[];

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let token: string;
let organizationId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const plain = await testServices(database);
  const oidc = createOidc(
    {
      ...{ issuer: 'https://id.example', clientId: 'plumbline', clientSecret: 'secret', name: 'id.example' },
      ...{ roleClaim: undefined, mfaAcr: [], autoCreate: false, only: false }
    },
    plain.origin
  );
  services = { ...plain, oidc };
  boss = await superadmin(services);
  ({ id: organizationId } = (await organizationOf(services, boss)).organization);
  const { email } = await getMe(services, boss);
  token = (await logIn(services, CLIENT, { email, password: PASSWORD, remember: true })).access_token;
  await execute(database.url, `UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
});
afterAll(() => database.drop());

test('the operations that ask for a proof are these', () => {
  const asking = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
    operationOf(name).refusals?.includes('proof_required')
  );
  expect(asking.sort()).toEqual([...NAMES, ...GIVEN_WITH].sort());
});

describe.each(NAMES)('%s', (name) => {
  test('is refused without one', async () => {
    const asked = SENSITIVE[name] ?? {};
    const params = name.endsWith('SigningCertificate') ? { id: organizationId } : asked.params;
    const response = await callOperation(name, services, { ...asked, ...(params && { params }) }, token);
    expect([response.status, ((await response.json()) as { code?: string }).code]).toEqual([403, 'proof_required']);
  });
});
