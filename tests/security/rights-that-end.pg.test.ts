/**
 * A right that ends while a request is under way, on another connection: after it was asked and before anything is written, and
 * while the request waits for the very transaction that ends it. Nothing may be decided by it any more.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { endSession, findSessionOf, startSession } from '#lib/server/auth/sessions.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import { createAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { createCalibration } from '#lib/server/use-cases/calibrations/create-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { changeMember } from '#lib/server/use-cases/organizations/change-member.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import { putLogo } from '#lib/server/use-cases/organizations/organization-logo.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import { putProfilePicture } from '#lib/server/use-cases/people/profile-picture.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import * as locations from '../../src/routes/api/v1/locations/+server.ts';
import {
  calibratedLaboratory,
  internalBody,
  MEASURING,
  recorded,
  type CalibratedLaboratory
} from '../support/calibrated-laboratory.ts';
import { callWith } from '../support/call.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { joined, organizationOf, PASSWORD, person, refreshed, superadmin } from '../support/people.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let boss: PersonActor;
let laboratory: CalibratedLaboratory;
let picture: { bytes: Buffer; contentType: string };
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  boss = await superadmin(services);
  laboratory = await calibratedLaboratory(services);
  const pixels = sharp({ create: { width: 40, height: 20, channels: 3, background: '#123456' } });
  picture = { bytes: await pixels.png().toBuffer(), contentType: 'image/png' };
});
afterAll(() => database.drop());

/** A global admin who is an admin of the laboratory, and by which session. */
let actor: PersonActor;
let sessionId: string;
let token: string;
beforeEach(async () => {
  const newcomer = await person(services, 'admin');
  token = await startSession(services.pool, newcomer.userId, { kind: 'remembered', userAgent: null });
  sessionId = (await findSessionOf(services.pool, token))?.sessionId ?? '';
  actor = { ...(await joined(services, newcomer, laboratory.organizationId, 'admin')), sessionId };
});

const ends = {
  membership: () => execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [actor.userId]),
  'admin of the organization': () =>
    execute(database.url, `UPDATE memberships SET role = 'member' WHERE user_id = $1`, [actor.userId]),
  role: () => execute(database.url, `UPDATE users SET role = 'viewer' WHERE id = $1`, [actor.userId]),
  account: () => execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [actor.userId]),
  session: () => endSession(services.pool, sessionId)
};
const assetRef = ({ id }: { readonly id: string }) => ({ ref: id });
const written = async () => {
  const { rows } = await execute(
    database.url,
    `SELECT (SELECT count(*) FROM audit_log) AS entries, (SELECT count(*) FROM files) AS files,
            (SELECT count(*) FROM calibrations) AS calibrations, (SELECT count(*) FROM access_tokens) AS tokens`
  );
  return rows[0] as unknown;
};

describe('a right that ended between the question and the transaction that writes', () => {
  const verbs: readonly [string, () => Promise<unknown>][] = [
    ['a location is made', async () => createLocation(services, actor, { name: 'Late', is_calibration_lab: false, organization_id: laboratory.organizationId })],
    ['an asset is made', async () => createAsset(services, actor, { ...MEASURING, organization_id: laboratory.organizationId, asset_id: randomUUID().slice(0, 8), name: 'Late' })],
    ['an asset is changed', async () => updateAsset(services, actor, assetRef(laboratory.asset), { name: 'Late' }, null)],
    ['an asset is retired', async () => retireAsset(services, actor, assetRef(laboratory.multi))],
    ['an organization is changed', async () => updateOrganization(services, actor, laboratory.organizationId, { description: 'Late' }, null)],
    ['a member is promoted', async () => changeMember(services, actor, { organizationId: laboratory.organizationId, userId: laboratory.technician.userId }, { role: 'admin' })],
    ['a logo is set', async () => putLogo(services, actor, laboratory.organizationId, picture)],
    ['a picture is set', async () => putProfilePicture(services, actor, picture)],
    ['an account is made', async () => createUser(services, actor, { email: `${randomUUID()}@laboratory.example`, password: PASSWORD, full_name: 'Late', role: 'viewer' })],
    ['an account is changed', async () => updateUser(services, actor, laboratory.technician.userId, { full_name: 'Late' }, null)],
    ['the mail settings are changed', async () => updateEmailSettings(services, actor, { from_name: 'Late' }, null)],
    ['an access token is made', async () => createAccessToken(services, actor, sessionId, { name: 'Late' })]
  ]; // prettier-ignore
  const kinds = Object.keys(ends) as (keyof typeof ends)[];

  // The first by every right, the others by one each: the transaction asks, not the verb.
  const cases = verbs.flatMap(([what, verb], i) =>
    kinds.filter((_, k) => i === 0 || k === i % kinds.length).map((kind) => ({ what, kind, verb }))
  );
  test.each(cases)('$what, but the $kind has ended', async ({ kind, verb }) => {
    const before = await written();
    await ends[kind]();
    await expect(verb()).rejects.toBeInstanceOf(RightsEnded);
    expect(await written()).toEqual(before);
  });

  test('a right that was granted meanwhile does not get in the way', async () => {
    const { organization } = await organizationOf(services, await person(services, 'technician'));
    await joined(services, actor, organization.id);
    await execute(database.url, `UPDATE users SET role = 'superadmin' WHERE id = $1`, [actor.userId]);
    await updateAsset(services, actor, assetRef(laboratory.asset), { name: 'Transmitter, renamed' }, null);
  });
});

describe('a right that ends while something is computed or stored', () => {
  test('a logo: neither its row nor its bytes stay', async () => {
    const keys: string[] = [];
    const { store } = services;
    const slow = {
      ...store,
      put: async (...given: Parameters<typeof store.put>) => {
        await store.put(...given);
        keys.push(given[0]);
        await ends.membership();
      }
    };
    const before = await written();
    const put = putLogo({ ...services, store: slow }, actor, laboratory.organizationId, picture);
    await expect(put).rejects.toBeInstanceOf(RightsEnded);
    expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual([null]);
    expect(await written()).toEqual(before);
  });

  const computing = (): Services => ({
    ...services,
    analyses: {
      ...services.analyses,
      analyze: async (...given) => {
        const result = await services.analyses.analyze(...given);
        await ends.membership();
        return result;
      }
    }
  });
  test('a calibration: the asset is not seen any more', async () => {
    const before = await written();
    const saved = createCalibration(computing(), actor, internalBody(laboratory));
    await expect(saved).rejects.toMatchObject({ code: 'not_found' });
    expect(await written()).toEqual(before);
  });

  test('a print, and the link of a certificate: they are given to nobody', async () => {
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    const printing: Services = {
      ...services,
      prints: {
        ...services.prints,
        copy: async (...given) => {
          const printed = await services.prints.copy(...given);
          await ends.membership();
          return printed;
        }
      }
    };
    await expect(downloadCertificate(printing, actor, id)).rejects.toMatchObject({ code: 'not_found' });
    const again = await joined(services, actor, laboratory.organizationId);
    const storing: Services = {
      ...services,
      store: {
        ...services.store,
        put: async (...given) => {
          await services.store.put(...given);
          await ends.membership();
        }
      }
    };
    await expect(getCertificate(storing, again, id)).rejects.toMatchObject({ code: 'not_found' });
    const url = await getCertificate(services, laboratory.technician, id);
    expect(url.url).toContain(id);
  });
});

describe('a right that is being ended while the request waits for its turn to write', () => {
  const removal = (within: Services) =>
    removeMember(within, boss, { organizationId: laboratory.organizationId, userId: actor.userId });
  const demotion = (within: Services) =>
    changeMember(within, boss, { organizationId: laboratory.organizationId, userId: actor.userId }, { role: 'member' });
  const deactivation = (within: Services) => updateUser(within, boss, actor.userId, { is_active: false }, null);
  const late = (ending: (within: Services) => Promise<unknown>, verb: () => Promise<unknown>) =>
    meanwhile(database, services, ending, verb);

  test.each([
    [
      'removed from the organization, who makes a location',
      removal,
      async () =>
        createLocation(services, actor, {
          name: 'Late',
          is_calibration_lab: false,
          organization_id: laboratory.organizationId
        })
    ],
    [
      'removed from the organization, who changes an asset',
      removal,
      async () => updateAsset(services, actor, assetRef(laboratory.asset), { name: 'Late' }, null)
    ],
    [
      'removed from the organization, who records a calibration',
      removal,
      async () => createCalibration(services, actor, internalBody(laboratory))
    ],
    [
      'demoted in the organization, who sets its logo',
      demotion,
      async () => putLogo(services, actor, laboratory.organizationId, picture)
    ],
    [
      'deactivated, who changes the mail settings',
      deactivation,
      async () => updateEmailSettings(services, actor, { from_name: 'Late' }, null)
    ],
    ['deactivated, who sets a picture', deactivation, async () => putProfilePicture(services, actor, picture)]
  ] as const)('%s', async (_name, ending, verb) => {
    const { rows } = await execute(database.url, 'SELECT name FROM assets WHERE id = $1', [laboratory.asset.id]);
    const outcome = await late(ending, verb);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    const after = await execute(database.url, 'SELECT name FROM assets WHERE id = $1', [laboratory.asset.id]);
    expect(after.rows).toEqual(rows);
  });

  test('voiding a calibration, by one who is removed meanwhile', async () => {
    const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
    const outcome = await late(removal, () => voidCalibration(services, actor, id, 'Late'));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } });
    const { rows } = await execute(database.url, 'SELECT voided_at FROM calibrations WHERE id = $1', [id]);
    expect(rows).toEqual([{ voided_at: null }]);
  });
});

describe('over HTTP the caller gets the current state', () => {
  /** Sends a location, whose body ends only after `ending`. */
  async function late(ending: () => Promise<unknown>, organizationId: string, headers: Record<string, string> = {}) {
    const text = new TextEncoder().encode(JSON.stringify({ name: 'Late', organization_id: organizationId }));
    const body = new ReadableStream({
      pull: async (controller) => {
        await ending();
        controller.enqueue(text);
        controller.close();
      }
    });
    const response = await callWith(locations.POST, services, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      body,
      duplex: 'half'
    });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  }
  const own = () => laboratory.organizationId;

  test.each([
    ['account', [403, 'inactive']],
    ['session', [401, 'not_authenticated']],
    ['role', [403, 'forbidden']],
    // A private organization: who left it does not see it.
    ['membership', [404, 'not_found']]
  ] as const)('whose %s has ended', async (kind, told) => {
    const before = await written();
    expect(await late(ends[kind], own())).toEqual(told);
    expect(await late(ends[kind], own(), { 'Idempotency-Key': randomUUID() })).toEqual(told);
    expect(await written()).toEqual(before);
  });

  test('a right that has nothing to do with it may end', async () => {
    const { organization } = await organizationOf(services, await person(services, 'technician'));
    actor = await joined(services, actor, organization.id);
    const elsewhere = () => removeMember(services, boss, { organizationId: organization.id, userId: actor.userId });
    expect(await late(elsewhere, own())).toEqual([201, undefined]);
    actor = await refreshed(services, actor);
  });
});
