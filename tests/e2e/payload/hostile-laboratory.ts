/** A laboratory in which everything that can be written is a script: made through the API, as a hostile colleague would. */
import { smallTemplate } from '../../support/certificate-template.ts';
import { expect } from 'vitest';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { apiOf, eventually, type Api } from '../../support/api.ts';
import { authenticator, type Options } from '../../support/authenticator.ts';
import { assetView } from '../../support/asset-view.ts';
import { heldByPush } from '../../support/held-by-push.ts';
import { ANALYSIS, PASSWORD } from '../../support/laboratory.ts';
import { ONE_PIXEL_PNG } from '../../support/pictures.ts';
import { waitingForRelease } from '../../support/waiting-for-release.ts';
import { fillText, payload, type Schema, type Schemas } from './fill-text.ts';

export type HostileLaboratory = {
  readonly email: string;
  /** Free texts that hold a payload, by operation. */
  readonly filled: ReadonlySet<string>;
  /** What an address is about, by the folder of the parameter. */
  readonly ids: Readonly<Record<string, string>>;
  /** For the person whose browser has signed in: from then on a password alone is not enough. */
  readonly addPasskey: () => Promise<void>;
};
export type Bodies = { readonly schemas: Schemas; readonly bodyOf: (operation: string) => Schema };
type Answer = { id: string; asset_id: string; access_token: string };

const EMAIL = 'founder@laboratory.example';
const OTHER = 'other@laboratory.example';

export async function makeHostileLaboratory(baseUrl: string, { schemas, bodyOf }: Bodies): Promise<HostileLaboratory> {
  const filled = new Set<string>();
  const write = async (api: Api, operation: string, method: string, path: string, given: unknown = {}) => {
    const body = fillText(bodyOf(operation), schemas, given, operation, filled);
    const answer = await api<Answer>(method, path, body);
    expect(answer.status, `${operation}: ${JSON.stringify(answer.body).slice(0, 600)}`).toBeLessThan(300);
    return answer.body;
  };
  const signIn = async (email: string) => {
    const { body } = await apiOf(null, baseUrl)<Answer>('POST', '/auth/login', { email, password: PASSWORD });
    return body.access_token;
  };
  const founder = await write(apiOf(null, baseUrl), 'register', 'POST', '/auth/register', {
    email: EMAIL,
    password: PASSWORD
  });
  const token = await signIn(EMAIL);
  const boss = apiOf(token, baseUrl);
  await write(boss, 'updateMe', 'PATCH', '/users/me');
  const { id: users } = await write(boss, 'createUser', 'POST', '/users', {
    email: OTHER,
    password: PASSWORD,
    role: 'technician'
  });
  await write(boss, 'updateUser', 'PUT', `/users/${users}`);
  await write(boss, 'createAccessToken', 'POST', '/users/me/access-tokens');
  const { id: view } = await write(boss, 'createAssetView', 'POST', '/users/me/asset-views', VIEW);
  await write(boss, 'updateAssetView', 'PUT', `/users/me/asset-views/${view}`, VIEW);
  await write(boss, 'updateEmailSettings', 'PUT', '/admin/email-settings', { enabled: false });
  await sendPicture(baseUrl, token);

  const { id: organizations } = await write(boss, 'createOrganization', 'POST', '/organizations', {
    certificate_prefix: 'XSS'
  });
  await write(boss, 'updateOrganization', 'PUT', `/organizations/${organizations}`);
  const organization_id = organizations;
  const receiver = { name: payload('name', 100), url: `https://receiver.example/?${payload('q', 1000)}` };
  const events = ['calibration.recorded'];
  const { id: webhooks } = await write(boss, 'createWebhook', 'POST', '/webhooks', {
    ...receiver,
    organization_id,
    events
  });
  await write(boss, 'updateWebhook', 'PUT', `/webhooks/${webhooks}`, { ...receiver, is_active: false });
  const source = smallTemplate(payload('source', 1000));
  const template = { name: payload('name', 200), source };
  const { id: templates } = await write(boss, 'createCertificateTemplate', 'POST', '/certificate-templates', {
    ...template,
    organization_id
  });
  // In the list for all organizations, too.
  await write(boss, 'createCertificateTemplate', 'POST', '/certificate-templates', template);
  await write(boss, 'updateCertificateTemplate', 'PUT', `/certificate-templates/${templates}`, template);
  const { id: locations } = await write(boss, 'createLocation', 'POST', '/locations', { organization_id });
  await write(boss, 'updateLocation', 'PUT', `/locations/${locations}`);
  const { id: procedures } = await write(boss, 'createProcedure', 'POST', '/procedures', {
    organization_id,
    plan: PLAN
  });
  await write(boss, 'updateProcedure', 'PUT', `/procedures/${procedures}`, { plan: PLAN });
  const reference = await write(boss, 'createAsset', 'POST', '/assets', {
    asset_id: 'R-1',
    organization_id,
    is_reference: true
  });
  const asset = await write(boss, 'createAsset', 'POST', '/assets', {
    asset_id: 'A-1',
    organization_id,
    location_id: locations,
    procedure_id: procedures
  });
  await write(boss, 'updateAsset', 'PUT', `/assets/${asset.id}`);
  await write(boss, 'takeAssetOutOfService', 'POST', `/assets/${asset.id}/out-of-service`, { until: null });
  await write(boss, 'updateAsset', 'PUT', `/assets/${asset.id}`, {
    attributes: [{}],
    calibration_interval_months: null
  });
  const { id: copy } = await write(boss, 'duplicateAsset', 'POST', `/assets/${asset.id}/duplicate`, {
    asset_id: 'A-4'
  });
  await write(boss, 'retireAsset', 'DELETE', `/assets/${copy}`);
  await write(boss, 'restoreAsset', 'POST', `/assets/${copy}/restore`);
  await write(boss, 'retireAsset', 'DELETE', `/assets/${copy}`);
  await write(boss, 'changeAssets', 'POST', '/assets/bulk', {
    refs: [asset.id],
    change: { calibration_interval_months: undefined }
  });
  const channels = await write(boss, 'createAsset', 'POST', '/assets', {
    asset_id: 'A-2',
    organization_id,
    attributes: [{}],
    channels: [{}],
    tasks: [MONTHLY]
  });
  type Parts = { channels: { id: string }[]; tasks: { id: string }[] };
  const { channels: kept, tasks } = (await boss<Parts>('GET', `/assets/${channels.id}`)).body;
  const changed = { channels: kept.map(({ id }) => ({ id })), tasks: tasks.map(({ id }) => ({ ...MONTHLY, id })) };
  await write(boss, 'updateAsset', 'PUT', `/assets/${channels.id}`, changed);
  await write(boss, 'recordTaskDone', 'POST', `/assets/${channels.id}/tasks/${tasks[0]?.id}/done`, {
    date: '2026-11-20',
    outcome: 'not_ok',
    values: [{}],
    out_of_service: {}
  });
  await sendFile(baseUrl, token, `/assets/${asset.id}/files`);

  // By somebody else, so that the founder is notified.
  const other = apiOf(await signIn(OTHER), baseUrl);
  expect((await other('POST', `/organizations/${organizations}/join-requests`)).status).toBe(201);
  await boss('POST', `/organizations/${organizations}/members`, { user_id: users, role: 'member' });
  const on = { asset_ref: asset.id, calibration_date: '2026-11-20', customer: {} };
  const external = await write(other, 'createCalibration', 'POST', '/calibrations', {
    ...on,
    kind: 'external',
    coefficients_only: CURVE
  });
  const before = {
    ...on,
    asset_ref: reference.id,
    calibration_date: '2026-11-01',
    kind: 'external',
    coefficients_only: CURVE
  };
  const { id: used } = await write(other, 'createCalibration', 'POST', '/calibrations', before);
  const request = fillText(bodyOf('analyze'), schemas, REQUEST, 'analyze', filled) as AnalysisRequest;
  const { body: result } = await boss('POST', '/calibrations/analyze', request);
  const internal = {
    ...on,
    kind: 'internal',
    reference_asset_id: reference.id,
    lab_name: null,
    lab_certificate_number: null,
    analysis: { request: REQUEST, result }
  };
  const { id: calibrations } = await write(other, 'createCalibration', 'POST', '/calibrations', internal);
  // Nobody listens there: the mail waits.
  const mail = { host: '127.0.0.1', port: 9, security: 'none', from_address: 'plumbline@laboratory.example' };
  expect((await boss('PUT', '/admin/email-settings', { ...mail, enabled: true })).status).toBe(200);
  await write(boss, 'sendCertificate', 'POST', `/calibrations/${calibrations}/certificate/mails`, {
    to: 'buyer@customer.example'
  });
  await boss('PUT', '/admin/email-settings', { enabled: false });
  await write(boss, 'voidCalibration', 'DELETE', `/calibrations/${external.id}`);
  const plain = { asset_id: 'A-3', name: 'Transmitter', organization_id, unit: ANALYSIS.unit };
  const { body: measured } = await boss<Answer>('POST', '/assets', plain);
  const held = await heldByPush({
    admin: boss,
    technician: other,
    organization: { id: organizations },
    asset: measured,
    reference
  });
  await write(boss, 'keepCalibration', 'POST', `/calibrations/${held}/keep`);
  const inReview = await waitingForRelease(
    { admin: boss, technician: other, organization: { id: organizations }, asset: measured, reference },
    { ...EXTERNAL, asset_ref: measured.id }
  );
  await write(boss, 'returnCalibration', 'POST', `/calibrations/${inReview}/return`);
  await write(other, 'answerReturn', 'POST', `/calibrations/${inReview}/answer`);
  await eventually(async () => (await boss<unknown[]>('GET', '/notifications')).body.length > 0);
  await write(boss, 'voidCalibration', 'DELETE', `/calibrations/${used}`);
  const { id: recalls } = await write(boss, 'startRecall', 'POST', `/calibrations/${used}/recall`);
  await eventually(async () => (await boss<{ state: string }>('GET', `/recalls/${recalls}`)).body.state !== 'running');
  await write(boss, 'decideRecall', 'POST', `/recalls/${recalls}/decisions`, {
    calibration_ids: [calibrations],
    disposition: 'inform_customer'
  });
  await write(boss, 'recordLetters', 'POST', `/recalls/${recalls}/letters`, {
    letters: [{ calibration_id: calibrations }]
  });
  // A certificate can be issued again that its template failed to set.
  const { body: last } = await boss<Answer>('POST', '/assets', { ...plain, asset_id: 'A-5' });
  const failing = smallTemplate().replace(
    'U =',
    String.raw`\BLOCK{if asset.asset_id == "A-5"}\nowhere\BLOCK{endif} U =`
  );
  const byDefault = { name: 'Failing', organization_id, is_default: true, source: failing };
  expect((await boss('POST', '/certificate-templates', byDefault)).status).toBe(201);
  const { body: failed } = await other<Answer>('POST', '/calibrations', { ...EXTERNAL, asset_ref: last.id });
  await eventually(async () => {
    const { body } = await boss<{ certificate: { state: string } }>('GET', `/calibrations/${failed.id}`);
    return body.certificate.state === 'failed';
  }, 120);
  await write(boss, 'reissueCertificate', 'POST', `/calibrations/${failed.id}/certificate/reissue`);
  const ids = {
    users,
    organizations,
    webhooks,
    templates,
    locations,
    procedures,
    assets: 'A-1',
    a: asset.id,
    calibrations,
    recalls,
    queued: calibrations,
    founder: founder.id
  };
  const addPasskey = async () => {
    const { body: options } = await boss<Options>('POST', '/users/me/passkeys/options');
    const { response, ...key } = authenticator({ origin: baseUrl }).create(options);
    const passkey = { ...key, response: { ...response, transports: undefined } };
    const { id } = await write(boss, 'createPasskey', 'POST', '/users/me/passkeys', { passkey });
    await write(boss, 'updatePasskey', 'PUT', `/users/me/passkeys/${id}`);
  };
  return { email: EMAIL, filled, ids, addPasskey };
}

const { query: _query, ...VIEW } = assetView(payload('name', 60));
const MONTHLY = { kind: 'other', interval: { value: 1, unit: 'months' } };
const PLAN = { points: [{ nominal: 10, kind: 'absolute', direction: null, repeats: 1 }], runs: 'as_left' };
const CURVE = { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2 };
const EXTERNAL = {
  kind: 'external',
  calibration_date: '2026-03-04',
  lab_name: 'National laboratory',
  lab_certificate_number: 'NL-2026-19',
  coefficients_only: { ...CURVE, unit: ANALYSIS.unit }
};
const contribution = (number: number) => ({
  name: `${payload('name', 190)}${number}`,
  type: 'B',
  distribution: 'rectangular',
  value: 0.01,
  acts_on: 'measured'
});
const REQUEST = {
  ...ANALYSIS,
  unit: undefined,
  measured_unit: undefined,
  uncertainty: {
    ...ANALYSIS.uncertainty,
    contributions: [contribution(1), contribution(2)],
    correlations: [{ a: contribution(1).name, b: contribution(2).name, r: 0.5 }]
  }
};

/** Under a name that is a script. */
async function sendFile(baseUrl: string, token: string, path: string): Promise<void> {
  const name = `${payload('name', 60)}.txt`;
  const { status } = await fetch(`${baseUrl}/api/v1${path}?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' },
    body: 'Text'
  });
  expect(status).toBe(201);
}

async function sendPicture(baseUrl: string, token: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/api/v1/users/me/profile-picture`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' },
    body: ONE_PIXEL_PNG
  });
  expect(status).toBe(200);
}
