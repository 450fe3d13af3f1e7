/** One call of each operation that must succeed for a superadmin; the contract test makes it, and variations of it that must not. */
import { expect } from 'vitest';
import type { EndpointName } from '#lib/contracts/endpoints.ts';
import { eventually } from '../support/api.ts';
import { heldByPush } from '../support/held-by-push.ts';
import { returnedToTechnician, waitingForRelease } from '../support/waiting-for-release.ts';
import { pkcs12File } from '../support/pkcs12.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { accountSamples } from './contract-samples-accounts.ts';
import { taskSamples } from './contract-samples-tasks.ts';
import { webhookSamples } from './contract-samples-webhooks.ts';
import { attachmentSamples } from './contract-samples-attachments.ts';
import { certificatesOutSamples } from './contract-samples-certificates-out.ts';
import { exchangeSamples } from './contract-samples-exchange.ts';
import { templateSamples } from './contract-samples-templates.ts';
import { recallSamples } from './contract-samples-recalls.ts';
import { made, recordSamples, unique } from './contract-samples-records.ts';
import { oidcSamples } from './contract-samples-oidc.ts';
import { passkeySamples } from './contract-samples-passkeys.ts';
import { secondFactorSamples } from './contract-samples-second-factor.ts';
import { ANALYSIS, calibrationBody, createPerson, PASSWORD, signIn, type Laboratory } from '../support/laboratory.ts';

export type Sample = {
  readonly status: number;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of JSON: a file. */
  readonly upload?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
  /** Where the caller must not be the superadmin of the other samples. */
  readonly token?: string;
};
export type Prepare = (laboratory: Laboratory) => Sample | Promise<Sample>;

/** As little as a digital certificate has to say. */
const SMALL_DCC = `<d:digitalCalibrationCertificate xmlns:d="https://ptb.de/dcc" schemaVersion="3.3.0"><d:administrativeData><d:coreData><d:uniqueIdentifier>N-1</d:uniqueIdentifier><d:beginPerformanceDate>2026-11-20</d:beginPerformanceDate></d:coreData><d:calibrationLaboratory><d:contact><d:name><d:content>Laboratory</d:content></d:name></d:contact></d:calibrationLaboratory></d:administrativeData><d:measurementResults/></d:digitalCalibrationCertificate>`;

const email = () => `${unique('sample')}@laboratory.example`;

const newAsset = ({ admin, organization }: Laboratory) =>
  made<{ id: string; asset_id: string }>(admin, '/assets', {
    asset_id: unique('A'),
    name: 'Sample',
    organization_id: organization.id
  });
const newCalibration = async (laboratory: Laboratory) =>
  made(laboratory.technician, '/calibrations', await calibrationBody(laboratory));
/** A calibration whose certificate the job has issued. */
async function certified(laboratory: Laboratory): Promise<string> {
  const { id } = await newCalibration(laboratory);
  await eventually(async () => {
    const { body } = await laboratory.admin<{ certificate: { state: string } | null }>('GET', `/calibrations/${id}`);
    return body.certificate?.state === 'issued';
  });
  return id;
}
/** The authority that has issued what an organization signs with, after nobody has brought another certificate along. */
async function authorityOf(laboratory: Laboratory): Promise<string> {
  const at = `/organizations/${laboratory.organization.id}/signing-certificate`;
  const current = async () => (await laboratory.admin<{ authority_id: string | null } | null>('GET', at)).body;
  if ((await current())?.authority_id == null) await laboratory.admin('DELETE', at);
  await certified(laboratory);
  return (await current())?.authority_id ?? '';
}
/** Somebody who is notified of a calibration: an active technician of the organization who did not record it. */
async function notified(laboratory: Laboratory): Promise<{ token: string; id: string }> {
  const { api, token, user } = await createPerson('technician');
  await made(laboratory.admin, `/organizations/${laboratory.organization.id}/members`, { user_id: user.id }).catch(
    () => null
  );
  await newCalibration(laboratory);
  const id = await eventually(async () => (await api<{ id: string }[]>('GET', '/notifications')).body[0]?.id);
  return { token, id };
}

export const samples: { readonly [N in EndpointName]: Prepare } = {
  ...accountSamples,
  ...secondFactorSamples,
  ...passkeySamples,
  ...oidcSamples,
  ...taskSamples,
  ...webhookSamples,
  ...certificatesOutSamples,
  ...exchangeSamples,
  ...recallSamples,
  ...templateSamples,
  ...recordSamples,
  ...attachmentSamples,
  register: () => ({ status: 201, body: { email: email(), password: PASSWORD, full_name: 'Rita Registered' } }),
  login: async () => {
    const { email: known } = await createPerson('viewer');
    return { status: 200, body: { email: known, password: PASSWORD, remember: false } };
  },
  logout: async () => ({ status: 204, token: (await createPerson('viewer')).token }),
  listUsers: () => ({ status: 200, query: { limit: '2', q: 'Tess' } }),
  createUser: () => ({
    status: 201,
    body: { email: email(), password: PASSWORD, full_name: 'Carla Created', role: 'admin', language: 'fr' }
  }),
  getUser: ({ technicianUser }) => ({ status: 200, params: { id: technicianUser.id } }),
  getMe: () => ({ status: 200 }),
  updateMe: async () => ({
    status: 200,
    token: (await createPerson('viewer')).token,
    body: { full_name: 'Renamed', language: 'de' }
  }),
  listNotifications: async (laboratory) => ({
    status: 200,
    query: { unread: 'true', limit: '5' },
    token: (await notified(laboratory)).token
  }),
  readNotification: async (laboratory) => {
    const { id, token } = await notified(laboratory);
    return { status: 200, params: { id }, token };
  },
  readAllNotifications: () => ({ status: 204 }),
  deleteNotification: async (laboratory) => {
    const { id, token } = await notified(laboratory);
    return { status: 204, params: { id }, token };
  },
  clearNotifications: () => ({ status: 204 }),

  listOrganizations: () => ({ status: 200, query: { mine: 'true' } }),
  createOrganization: () => ({
    status: 201,
    body: { name: unique('Founded'), certificate_prefix: 'SMP', private: true }
  }),
  getOrganization: ({ organization }) => ({ status: 200, params: { id: organization.id } }),
  updateOrganization: ({ organization }) => ({
    status: 200,
    params: { id: organization.id },
    body: { website: 'https://laboratory.example', phone: null }
  }),
  listMembers: ({ organization }) => ({ status: 200, params: { id: organization.id }, query: { limit: '1' } }),
  addMember: async ({ organization }) => ({
    status: 201,
    params: { id: organization.id },
    body: { user_id: (await createPerson('viewer')).user.id, role: 'member' }
  }),
  putLogo: ({ organization }) => ({
    status: 200,
    params: { id: organization.id },
    upload: { type: 'image/png', bytes: ONE_PIXEL_PNG }
  }),
  deleteLogo: ({ organization }) => ({ status: 204, params: { id: organization.id } }),
  deactivateOrganization: async (laboratory) => ({
    status: 204,
    params: { id: (await newOrganization(laboratory)).id }
  }),
  restoreOrganization: async (laboratory) => {
    const { id } = await newOrganization(laboratory);
    await laboratory.admin('DELETE', `/organizations/${id}`);
    return { status: 200, params: { id } };
  },
  changeMember: async (laboratory) => ({
    status: 200,
    params: { id: laboratory.organization.id, user_id: (await newMember(laboratory)).user_id },
    body: { role: 'admin', may_release: true }
  }),
  removeMember: async (laboratory) => ({
    status: 204,
    params: { id: laboratory.organization.id, user_id: (await newMember(laboratory)).user_id }
  }),
  leaveOrganization: async (laboratory) => ({
    status: 204,
    params: { id: laboratory.organization.id },
    token: (await newMember(laboratory)).token
  }),
  listEligibleUsers: ({ organization }) => ({
    status: 200,
    params: { id: organization.id },
    query: { q: 'a', limit: '2' }
  }),
  requestToJoin: async ({ organization }) => ({
    status: 201,
    params: { id: organization.id },
    token: (await createPerson('technician')).token
  }),
  withdrawJoinRequest: async (laboratory) => ({
    status: 204,
    params: { id: laboratory.organization.id },
    token: (await asking(laboratory)).token
  }),
  listJoinRequests: async (laboratory) => {
    await asking(laboratory);
    return { status: 200, params: { id: laboratory.organization.id }, query: { limit: '2' } };
  },
  approveJoinRequest: async (laboratory) => ({
    status: 200,
    params: { id: laboratory.organization.id, rid: (await asking(laboratory)).rid }
  }),
  rejectJoinRequest: async (laboratory) => ({
    status: 200,
    params: { id: laboratory.organization.id, rid: (await asking(laboratory)).rid }
  }),
  verifyAuditLogs: ({ organization }) => ({ status: 200, query: { organization_id: organization.id } }),
  listAuditLogs: ({ organization }) => ({
    status: 200,
    query: { organization_id: organization.id, action: 'asset.created', from: '2026-01-01', limit: '5' }
  }),
  getSigningCertificate: async (laboratory) => {
    await certified(laboratory);
    return { status: 200, params: { id: laboratory.organization.id } };
  },
  getSigningCertificatePem: async (laboratory) => {
    await certified(laboratory);
    return { status: 200, params: { id: laboratory.organization.id } };
  },
  importSigningCertificate: async ({ organization }) => ({
    status: 200,
    params: { id: organization.id },
    body: { pkcs12: await pkcs12File('Laboratory', 'of the file'), password: 'of the file' }
  }),
  replaceSigningCertificate: async (laboratory) => {
    await certified(laboratory);
    return { status: 204, params: { id: laboratory.organization.id } };
  },
  getAuthorityCertificate: async (laboratory) => ({ status: 200, params: { id: await authorityOf(laboratory) } }),
  getRevocationList: async (laboratory) => ({ status: 200, params: { id: await authorityOf(laboratory) } }),
  getInstanceSigningCertificate: () => ({ status: 200 }),
  // The fallback certificate is made when it is first needed, which nothing here does: its absence is documented too.
  getInstanceSigningCertificatePem: () => ({ status: 404 }),
  listAssets: ({ organization }) => ({
    status: 200,
    query: { organization_id: organization.id, status: 'active', sort: 'due_date', limit: '2' }
  }),
  createAsset: ({ organization }) => ({
    status: 201,
    body: {
      asset_id: unique('A'),
      name: 'Manometer',
      organization_id: organization.id,
      channels: [{ name: 'Low', unit: 'kPa', tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }] }],
      tags: ['pressure']
    }
  }),
  getAsset: ({ multi }) => ({ status: 200, params: { ref: multi.id } }),
  updateAsset: async (laboratory) => ({
    status: 200,
    params: { ref: (await newAsset(laboratory)).id },
    body: { name: 'Renamed', calibration_interval_days: 180 }
  }),
  retireAsset: async (laboratory) => ({
    status: 204,
    params: { ref: (await newAsset(laboratory)).id },
    body: { reason: 'Beyond repair' }
  }),
  duplicateAsset: async (laboratory) => ({
    status: 201,
    params: { ref: (await newAsset(laboratory)).id },
    body: { asset_id: unique('D') }
  }),
  restoreAsset: async (laboratory) => {
    const { id } = await newAsset(laboratory);
    await laboratory.admin('DELETE', `/assets/${id}`);
    return { status: 200, params: { ref: id } };
  },
  takeAssetOutOfService: async (laboratory) => ({
    status: 200,
    params: { ref: (await newAsset(laboratory)).id },
    body: { reason: 'Dropped on the floor', until: '2099-01-31' }
  }),
  putAssetBackIntoService: async (laboratory) => {
    const { id } = await newAsset(laboratory);
    await laboratory.admin('POST', `/assets/${id}/out-of-service`, { reason: 'Dropped on the floor' });
    return { status: 204, params: { ref: id } };
  },
  changeAssets: async (laboratory) => ({
    status: 200,
    body: {
      refs: [(await newAsset(laboratory)).id, (await newAsset(laboratory)).id],
      change: { calibration_interval_months: 6, tags_add: ['line 2'], tags_remove: ['spare'], reason: 'New procedure' }
    }
  }),
  putAssetPhoto: ({ asset }) => ({
    status: 200,
    params: { ref: asset.id },
    upload: { type: 'image/png', bytes: ONE_PIXEL_PNG }
  }),
  deleteAssetPhoto: ({ asset }) => ({ status: 204, params: { ref: asset.id } }),
  listAssetMoves: ({ asset }) => ({ status: 200, params: { ref: asset.id } }),
  listUsedBy: async (laboratory) => ({
    status: 200,
    params: { id: (await newCalibration(laboratory)).id },
    query: { depth: '2' }
  }),
  getTraceability: ({ reference }) => ({ status: 200, params: { ref: reference.id } }),
  listAssetAuditLogs: ({ asset }) => ({ status: 200, params: { ref: asset.id } }),

  analyze: () => ({ status: 200, body: ANALYSIS }),
  createCalibration: async (laboratory) => ({ status: 201, body: await calibrationBody(laboratory) }),
  listCalibrations: ({ asset }) => ({ status: 200, query: { asset: asset.id, include_voided: 'true', limit: '3' } }),
  listAssetCalibrations: ({ reference }) => ({ status: 200, params: { ref: reference.id } }),
  getAssetHealth: async (laboratory) => {
    await newCalibration(laboratory);
    return { status: 200, params: { ref: laboratory.asset.id } };
  },
  compareAssetCurves: async (laboratory) => {
    const { id } = await newCalibration(laboratory);
    return { status: 200, params: { ref: laboratory.asset.id }, query: { ids: id } };
  },
  listCalibrationsUsing: ({ reference }) => ({
    status: 200,
    params: { ref: reference.id },
    query: { from: '2026-01-01', include_voided: '1', limit: '2' }
  }),
  getCalibration: async (laboratory) => ({ status: 200, params: { id: (await newCalibration(laboratory)).id } }),
  voidCalibration: async (laboratory) => ({
    status: 200,
    params: { id: (await newCalibration(laboratory)).id },
    body: { reason: 'The wrong sensor' }
  }),
  restoreCalibration: async (laboratory) => {
    const { id } = await newCalibration(laboratory);
    await laboratory.admin('DELETE', `/calibrations/${id}`, { reason: 'By mistake' });
    return { status: 200, params: { id } };
  },
  keepCalibration: async (laboratory) => ({
    status: 200,
    params: { id: await heldByPush(laboratory) },
    body: { reason: 'The bath was checked afterwards' }
  }),
  releaseCalibration: async (laboratory) => ({
    status: 200,
    params: { id: await waitingForRelease(laboratory) },
    body: { password: PASSWORD }
  }),
  returnCalibration: async (laboratory) => ({
    status: 200,
    params: { id: await waitingForRelease(laboratory) },
    body: { reason: 'Point 3 is far off' }
  }),
  answerReturn: async (laboratory) => ({
    status: 200,
    params: { id: await returnedToTechnician(laboratory) },
    body: { answer: 'Measured twice, it is so' }
  }),
  getCertificate: async (laboratory) => ({ status: 200, params: { id: await certified(laboratory) } }),
  // It is intact: what is issued again is in reissue-certificate.pg.test.ts.
  reissueCertificate: async (laboratory) => ({
    status: 409,
    params: { id: await certified(laboratory) },
    body: { reason: 'The disk was full' }
  }),
  getCertificateSignature: async (laboratory) => ({ status: 200, params: { id: await certified(laboratory) } }),
  downloadCertificate: async (laboratory) => ({
    status: 200,
    params: { id: await certified(laboratory) },
    query: { template_id: 'built-in' }
  }),
  readDcc: () => ({ status: 200, upload: { type: 'application/xml', bytes: new TextEncoder().encode(SMALL_DCC) } }),
  listTemplatesOfCalibration: async (laboratory) => ({ status: 200, params: { id: await certified(laboratory) } }),
  downloadDcc: async (laboratory) => ({ status: 200, params: { id: await certified(laboratory) } }),
  getSticker: async (laboratory) => ({
    status: 200,
    params: { ref: (await newAsset(laboratory)).asset_id },
    query: { size: '1x0.5', format: 'jpg' }
  }),
  printStickers: async (laboratory) => ({
    status: 200,
    body: { refs: [(await newAsset(laboratory)).id], format: 'pdf', sheet: 'avery_l7160', skip: 20 }
  }),
  listCalendarEvents: () => ({ status: 200, query: { year: '2026' } }),
  getDashboardSummary: ({ organization }) => ({ status: 200, query: { organization_id: organization.id } }),
  search: async (laboratory) => ({ status: 200, query: { q: (await newAsset(laboratory)).asset_id } })
};

/** Somebody who has asked to join, and the request. */
async function asking({ organization }: Laboratory) {
  const somebody = await createPerson('technician');
  const request = await made<{ id: string }>(
    somebody.api,
    `/organizations/${organization.id}/join-requests`,
    undefined
  );
  return { token: somebody.token, rid: request.id };
}
async function newMember({ admin, organization }: Laboratory) {
  const somebody = await createPerson('technician');
  const user_id = somebody.user.id;
  const added = await admin('POST', `/organizations/${organization.id}/members`, { user_id, role: 'member' });
  expect(added.status).toBe(201);
  return { token: somebody.token, user_id };
}
const newOrganization = ({ admin }: Laboratory) =>
  made(admin, '/organizations', { name: unique('Founded'), private: true });

/** Signs in somebody with a role who is not a member of any organization. */
export const outsider = async (role: 'viewer' | 'technician') => (await signIn((await createPerson(role)).email)).token;
