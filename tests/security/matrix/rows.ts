/** One row for each operation: a request that is well-formed about any organization, and who may have it answered. */
import { randomUUID } from 'node:crypto';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { retireProcedure } from '#lib/server/use-cases/procedures/retire-procedure.ts';
import { analysisRequest } from '../../support/analysis-request.ts';
import { externalBody, MEASURING, recorded } from '../../support/calibrated-laboratory.ts';
import { heldCalibration } from '../../support/held.ts';
import { PASSWORD } from '../../support/people.ts';
import { accountRows } from './rows-accounts.ts';
import { attachmentRows } from './rows-attachments.ts';
import { certificatesOutRows } from './rows-certificates-out.ts';
import { exchangeRows } from './rows-exchange.ts';
import { recallRows } from './rows-recalls.ts';
import { webhookRows } from './rows-webhooks.ts';
import { signingRows } from './rows-signing.ts';
import { templateRows } from './rows-templates.ts';
import {
  anyone,
  anyUser,
  askers,
  atLeastAdmin,
  atLeastTechnician,
  editors,
  historians,
  insiders,
  managers,
  membersThemselves,
  readers,
  releasers,
  superadmins,
  voiders,
  whoKnowsTheName,
  type Rule
} from './rules.ts';
import type { Caller, Place, World } from './world.ts';

export type Asked = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of the caller's own, where the call would end it. */
  readonly token?: string;
};
export type Row = {
  readonly rule: Rule;
  /** Made with the rights of the superadmin, once for all callers until one has changed something (ask-once.ts). */
  readonly ask: (world: World, place: Place, caller: Caller) => Asked | Promise<Asked>;
  /** It is made for each cell: it depends on who asks, or what is undone between two cells undoes it. */
  readonly each?: true;
  /** It is about no organization: one cell for each caller is enough. */
  readonly once?: true;
};

const email = () => `${randomUUID()}@laboratory.example`;
export const unique = () => `N-${randomUUID().slice(0, 13)}`;
const byId = (_world: World, { id }: Place): Asked => ({ params: { id } });
const nothing = (): Asked => ({});

const freshLocation = async ({ services, boss }: World, { id }: Place): Promise<string> =>
  (await createLocation(services, boss, { name: unique(), organization_id: id, is_calibration_lab: false })).id;
const ofFreshProcedure = async ({ services, boss }: World, { id }: Place) => {
  const body = { code: unique(), name: unique(), body: '', organization_id: id };
  return { params: { id: (await createProcedure(services, boss, body)).id } };
};
export const freshAsset = ({ services, boss }: World, { id }: Place) =>
  createAsset(services, boss, { name: unique(), asset_id: unique(), organization_id: id });
async function freshTask({ services, boss }: World, { id }: Place): Promise<{ ref: string; id: string }> {
  const task = { name: unique(), kind: 'other' as const, interval: { value: 1, unit: 'weeks' as const } };
  const named = { name: unique(), asset_id: unique(), organization_id: id, tasks: [task] };
  const asset = await createAsset(services, boss, named);
  return { ref: asset.id, id: asset.tasks[0]?.id ?? '' };
}
export async function freshCalibration(world: World, place: Place): Promise<string> {
  const asset = await freshAsset(world, place);
  return (await recorded(world.services, world.boss, externalBody(asset))).id;
}
/** Saved on a device while its reference was being voided. */
export async function freshHeld({ services, boss }: World, { id }: Place): Promise<string> {
  const measured = () => ({ ...MEASURING, organization_id: id, name: unique(), asset_id: unique() });
  const reference = await createAsset(services, boss, measured());
  const asset = await createAsset(services, boss, measured());
  return heldCalibration({ services, admin: boss, technician: boss, asset, reference });
}
/** Recorded by the superadmin; everybody there has been given the right to release it. */
export async function freshWaiting(world: World, place: Place): Promise<string> {
  await world.again(`UPDATE organizations SET release = 'second_person' WHERE id = $1`, [place.id]);
  const id = await freshCalibration(world, place);
  await world.again(`UPDATE organizations SET release = 'automatic' WHERE id = $1`, [place.id]);
  await world.again('UPDATE memberships SET may_release = true WHERE organization_id = $1', [place.id]);
  return id;
}
export async function freshReturned(world: World, place: Place): Promise<string> {
  const id = await freshWaiting(world, place);
  await world.again(
    `UPDATE certificates SET state = 'returned', review = '[{"kind": "returned", "at": "2026-11-23T10:00:00.000Z",
       "by": {"full_name": "Rita", "role": "technician"}, "text": "why"}]' WHERE calibration_id = $1`,
    [id]
  );
  return id;
}
async function freshFailed(world: World, place: Place): Promise<string> {
  const id = await freshCalibration(world, place);
  await world.again(`UPDATE certificates SET state = 'failed', error = 'no space' WHERE calibration_id = $1`, [id]);
  return id;
}
const forReview =
  (body: object) =>
  async (world: World, place: Place): Promise<Asked> => {
    // Other rows have given the callers second factors, which would be asked for.
    await world.run('DELETE FROM totp_secrets');
    await world.run('DELETE FROM passkeys');
    return { params: { id: await freshWaiting(world, place) }, body };
  };
async function requestBy(world: World, { id }: Place, userId: string): Promise<string> {
  const rid = randomUUID();
  await world.run(`UPDATE join_requests SET state = 'withdrawn', decided_at = now() WHERE state = 'pending'`);
  await world.run('INSERT INTO join_requests (organization_id, id, user_id) VALUES ($1, $2, $3)', [id, rid, userId]);
  return rid;
}
const decided = async (world: World, place: Place): Promise<Asked> => ({
  params: { id: place.id, rid: await requestBy(world, place, world.candidateId) }
});
/** A notification about the organization in the caller's inbox, from when they could still see it. */
async function told(world: World, place: Place, caller: Caller): Promise<Asked> {
  const id = randomUUID();
  const reader = caller === 'anonymous' ? world.boss : world.callers[caller];
  await world.run(
    `INSERT INTO notifications (id, user_id, category, parameters, organization_id, event_key)
     VALUES ($1::uuid, $2, 'join_request', $3, $4, $1::uuid::text)`,
    [id, reader.userId, { person: place.mark, organization: place.mark }, place.id]
  );
  return { params: { id } };
}
const ofAsset = (_world: World, { assetId }: Place): Asked => ({ params: { ref: assetId } });
const ofCalibration = (_world: World, { calibrationId }: Place): Asked => ({ params: { id: calibrationId } });

/** By the operation's name; the test fails for an operation that has none. */
export const rows: Readonly<Record<string, Row | undefined>> = {
  ...accountRows,
  ...certificatesOutRows,
  ...exchangeRows,
  ...recallRows,
  ...webhookRows,
  ...templateRows,
  ...attachmentRows,
  register: {
    once: true,
    rule: anyone(201),
    ask: () => ({ body: { email: email(), password: PASSWORD, full_name: 'Rita Registered' } })
  },
  login: {
    once: true,
    rule: anyone(401),
    ask: () => ({ body: { email: email(), password: PASSWORD } })
  },
  logout: {
    once: true,
    each: true,
    rule: anyUser(204),
    ask: async ({ callers, signIn }, _place, caller) =>
      caller === 'anonymous' ? {} : { token: await signIn(callers[caller]) }
  },
  listUsers: { once: true, rule: anyUser(200), ask: nothing },
  createUser: {
    once: true,
    rule: atLeastAdmin(201),
    ask: () => ({ body: { email: email(), password: PASSWORD, full_name: 'Carla Created', role: 'technician' } })
  },
  getUser: { rule: anyUser(200), ask: (_world, { memberId }) => ({ params: { id: memberId } }) },
  getMe: { once: true, rule: anyUser(200), ask: nothing },
  updateMe: { once: true, rule: anyUser(200), ask: () => ({ body: { full_name: 'Same Person' } }) },
  listNotifications: { each: true, rule: anyUser(200), ask: async (...about) => (await told(...about), {}) },
  readNotification: { each: true, rule: readers(200), ask: told },
  readAllNotifications: { once: true, rule: anyUser(204), ask: nothing },
  deleteNotification: { each: true, rule: readers(204), ask: told },
  clearNotifications: { once: true, rule: anyUser(204), ask: nothing },

  listOrganizations: { once: true, rule: anyUser(200), ask: nothing },
  createOrganization: { once: true, rule: atLeastTechnician(201), ask: () => ({ body: { name: unique() } }) },
  getOrganization: { rule: whoKnowsTheName(200), ask: byId },
  updateOrganization: { rule: managers(200), ask: (_world, { id }) => ({ params: { id }, body: { phone: unique() } }) },
  // Not a picture: those who may send one get this answer, before anything else is checked.
  putLogo: { rule: atLeastTechnician(415), ask: (_world, { id }) => ({ params: { id }, body: {} }) },
  deleteLogo: { rule: managers(204), ask: byId },
  deactivateOrganization: { rule: managers(204), ask: byId },
  restoreOrganization: { rule: superadmins(200), ask: byId },
  listMembers: { rule: readers(200), ask: byId },
  addMember: {
    rule: managers(201),
    ask: ({ candidateId }, { id }) => ({ params: { id }, body: { user_id: candidateId, role: 'admin' } })
  },
  changeMember: {
    rule: managers(200),
    ask: (_world, { id, memberId }) => ({ params: { id, user_id: memberId }, body: { role: 'admin' } })
  },
  removeMember: { rule: managers(204), ask: (_world, { id, memberId }) => ({ params: { id, user_id: memberId } }) },
  leaveOrganization: { rule: membersThemselves(204), ask: byId },
  listEligibleUsers: { rule: managers(200), ask: byId },
  requestToJoin: { rule: askers(201), ask: byId },
  // Everybody may take back what they have asked, also of an organization that is gone by now.
  withdrawJoinRequest: {
    each: true,
    rule: anyUser(204),
    ask: async (world, place, caller) => {
      if (caller !== 'anonymous') await requestBy(world, place, world.callers[caller].userId);
      return { params: { id: place.id } };
    }
  },
  listJoinRequests: { rule: managers(200), ask: byId },
  approveJoinRequest: { each: true, rule: managers(200), ask: decided },
  rejectJoinRequest: { each: true, rule: managers(200), ask: decided },
  getSigningCertificate: { rule: whoKnowsTheName(200), ask: byId },
  getSigningCertificatePem: { rule: whoKnowsTheName(200), ask: byId },
  ...signingRows,
  getInstanceSigningCertificate: { once: true, rule: anyUser(200), ask: nothing },
  // None was ever needed here.
  getInstanceSigningCertificatePem: { once: true, rule: anyUser(404), ask: nothing },
  verifyAuditLogs: { rule: historians(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  listAuditLogs: { rule: historians(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },

  listLocations: { rule: anyUser(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  createLocation: { rule: editors(201), ask: (_world, { id }) => ({ body: { name: unique(), organization_id: id } }) },
  getLocation: { rule: readers(200), ask: (_world, { locationId }) => ({ params: { id: locationId } }) },
  updateLocation: {
    rule: editors(200),
    ask: async (world, place) => ({ params: { id: await freshLocation(world, place) }, body: { name: unique() } })
  },
  deleteLocation: {
    rule: editors(204),
    ask: async (world, place) => ({ params: { id: await freshLocation(world, place) } })
  },

  listProcedures: { rule: anyUser(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  createProcedure: {
    rule: editors(201),
    ask: (_world, { id }) => ({ body: { code: unique(), name: unique(), organization_id: id } })
  },
  getProcedure: { rule: readers(200), ask: ofFreshProcedure },
  updateProcedure: {
    rule: editors(200),
    ask: async (world, place) => ({ ...(await ofFreshProcedure(world, place)), body: { name: unique() } })
  },
  deleteProcedure: { rule: editors(204), ask: ofFreshProcedure },
  retireProcedure: { rule: editors(200), ask: ofFreshProcedure },
  restoreProcedure: {
    rule: editors(200),
    ask: async (world, place) => {
      const asked = await ofFreshProcedure(world, place);
      await retireProcedure(world.services, world.boss, asked.params.id);
      return asked;
    }
  },
  listProcedureRevisions: { rule: readers(200), ask: ofFreshProcedure },
  getProcedureRevision: {
    rule: readers(200),
    ask: async (world, place) => {
      const { params } = await ofFreshProcedure(world, place);
      return { params: { ...params, revision: '1' } };
    }
  },

  listAssets: { rule: anyUser(200), ask: (_world, { id }) => ({ query: { organization_id: id, q: 'MARK' } }) },
  createAsset: {
    rule: editors(201),
    ask: (_world, { id }) => ({ body: { asset_id: unique(), name: unique(), organization_id: id } })
  },
  getAsset: { rule: readers(200), ask: ofAsset },
  updateAsset: {
    rule: editors(200),
    ask: async (world, place) => ({ params: { ref: (await freshAsset(world, place)).id }, body: { name: unique() } })
  },
  retireAsset: {
    rule: editors(204),
    ask: async (world, place) => ({ params: { ref: (await freshAsset(world, place)).id } })
  },
  duplicateAsset: {
    rule: editors(201),
    ask: (_world, { assetId }) => ({ params: { ref: assetId }, body: { asset_id: unique() } })
  },
  restoreAsset: {
    rule: editors(200),
    ask: async (world, place) => {
      const { id: ref } = await freshAsset(world, place);
      await retireAsset(world.services, world.boss, { ref });
      return { params: { ref } };
    }
  },
  takeAssetOutOfService: {
    rule: editors(200),
    ask: async (world, place) => ({ params: { ref: (await freshAsset(world, place)).id }, body: { reason: 'dropped' } })
  },
  putAssetBackIntoService: {
    rule: editors(204),
    ask: async (world, place) => {
      const { id: ref } = await freshAsset(world, place);
      await takeOutOfService(world.services, world.boss, { ref }, { reason: 'dropped' });
      return { params: { ref } };
    }
  },
  recordTaskDone: {
    rule: editors(200),
    ask: async (world, place) => ({
      params: await freshTask(world, place),
      body: { date: '2026-01-31', outcome: 'ok' }
    })
  },
  listTaskPerformances: {
    rule: readers(200),
    ask: async (world, place) => ({ params: await freshTask(world, place) })
  },
  getSticker: { rule: readers(200), ask: ofAsset },
  printStickers: { rule: readers(200), ask: (_world, { assetId }) => ({ body: { refs: [assetId], format: 'zpl' } }) },
  changeAssets: {
    rule: editors(200),
    ask: (_world, { assetId }) => ({ body: { refs: [assetId], change: { tags_add: ['line 2'] } } })
  },
  // Not a picture: those who may send one get this answer, before anything else is checked.
  putAssetPhoto: {
    rule: atLeastTechnician(415),
    ask: (_world, { assetId }) => ({ params: { ref: assetId }, body: {} })
  },
  deleteAssetPhoto: { rule: editors(204), ask: ofAsset },
  listAssetMoves: { rule: insiders(200), ask: ofAsset },
  listAssetAuditLogs: { rule: insiders(200), ask: ofAsset },

  analyze: { once: true, rule: anyUser(200), ask: () => ({ body: analysisRequest() }) },
  createCalibration: {
    rule: editors(201),
    ask: async (world, place) => ({ body: externalBody(await freshAsset(world, place)) })
  },
  listCalibrations: { rule: readers(200), ask: (_world, { assetId }) => ({ query: { asset: assetId } }) },
  listAssetCalibrations: { rule: readers(200), ask: ofAsset },
  getAssetHealth: { rule: readers(200), ask: ofAsset },
  compareAssetCurves: { rule: readers(200), ask: ofAsset },
  listCalibrationsUsing: { rule: readers(200), ask: ofAsset },
  listUsedBy: { rule: readers(200), ask: ofCalibration },
  getTraceability: { rule: readers(200), ask: ofAsset },
  getCalibration: { rule: readers(200), ask: ofCalibration },
  voidCalibration: {
    rule: voiders(200),
    ask: async (world, place) => ({ params: { id: await freshCalibration(world, place) }, body: { reason: 'wrong' } })
  },
  restoreCalibration: {
    rule: voiders(200),
    ask: async (world, place) => {
      const id = await freshCalibration(world, place);
      await voidCalibration(world.services, world.boss, id, null);
      return { params: { id } };
    }
  },
  keepCalibration: {
    rule: historians(200),
    ask: async (world, place) => ({ params: { id: await freshHeld(world, place) }, body: { reason: 'checked' } })
  },
  releaseCalibration: { rule: releasers(200), ask: forReview({ password: PASSWORD }) },
  returnCalibration: { rule: releasers(200), ask: forReview({ reason: 'Point 3' }) },
  answerReturn: {
    rule: editors(200),
    ask: async (world, place) => ({ params: { id: await freshReturned(world, place) }, body: { answer: 'It is so' } })
  },
  getCertificate: { rule: readers(200), ask: ofCalibration },
  reissueCertificate: {
    rule: historians(200),
    ask: async (world, place) => ({ params: { id: await freshFailed(world, place) }, body: { reason: 'full disk' } })
  },
  getCertificateSignature: { rule: readers(200), ask: ofCalibration },
  downloadCertificate: { rule: readers(200), ask: ofCalibration },
  downloadDcc: { rule: readers(200), ask: ofCalibration },
  readDcc: { once: true, rule: anyUser(415), ask: () => ({ body: {} }) },
  listCalendarEvents: { once: true, rule: anyUser(200), ask: () => ({ query: { year: '2026' } }) },
  getDashboardSummary: { rule: readers(200), ask: (_world, { id }) => ({ query: { organization_id: id } }) },
  search: { once: true, rule: anyUser(200), ask: () => ({ query: { q: 'a' } }) }
};
