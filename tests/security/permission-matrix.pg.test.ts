/** Every operation of the contract × every kind of caller × every standing of an organization. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { refusal, validationError } from '#lib/contracts/errors.ts';
import { mediaOf } from '#lib/contracts/operation.ts';
import { refusalCodesOf } from '#lib/server/http/openapi/describe-operation.ts';
import { COLLECTIONS } from '#sync/protocol/collections.ts';
import * as pull from '../../src/routes/api/v1/sync/pull/+server.ts';
import { call } from '../support/call.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { AskedOnce } from './matrix/ask-once.ts';
import { callOperation, operationOf, undescribedRoutes } from './matrix/call-operation.ts';
import { rows, type Row } from './matrix/rows.ts';
import { retiredAndVoidedRows } from './matrix/rows-retired-and-voided.ts';
import { isVisible } from './matrix/rules.ts';
import { traceOf, writtenSince, type Trace } from './matrix/trace.ts';
import { CALLERS, makeWorld, STANDINGS, type Caller, type Place, type World } from './matrix/world.ts';

let database: TestDatabase;
let world: World;
let asking: AskedOnce;
const tokens = new Map<Caller, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database);
  asking = new AskedOnce(world);
  for (const caller of CALLERS) {
    if (caller !== 'anonymous') tokens.set(caller, await world.signIn(world.callers[caller]));
  }
});
afterAll(async () => {
  await world.end();
  await database.drop();
});

test('no operation is missing from the matrix, and no address answers that the contract does not describe', async () => {
  expect(Object.keys(endpoints).filter((name) => rows[name] === undefined)).toEqual([]);
  // The protocol's own, tested below and in tests/sync, the document itself, and a refusal to look (tests/api/accounts).
  expect(await undescribedRoutes()).toEqual([
    'GET /openapi.json',
    'GET /sync/pull',
    'GET /sync/stream',
    'HEAD /auth/verify-email',
    'POST /sync/push'
  ]);
});

/** One cell: the status is the rule's, the body is as described, a refusal leaves no trace, nothing of others is told. */
async function faultsIn(name: EndpointName, row: Row, caller: Caller, place: Place): Promise<string[]> {
  const asked = await asking.ask(row, caller, place);
  await world.again('DELETE FROM login_attempts');
  const before = await traceOf(world);
  const response = await callOperation(name, world.services, asked, asked.token ?? tokens.get(caller) ?? null);
  const text = await response.text();
  const expected = row.rule(caller, place.standing);
  const faults: string[] = [];
  if (response.status !== expected) faults.push(`answered ${response.status} instead of ${expected}: ${text}`);
  faults.push(...shapeFaults(name, response, text));
  if (response.status >= 400) {
    const written = await writtenSince(world, before);
    if (written !== '') faults.push(`left a trace: ${written}`);
  } else if (operationOf(name).method !== 'GET' || response.status === 202) {
    // A GET that begins an export has changed something, too.
    asking.used(row, place);
    await historyOf(name, before);
    await world.mend();
  }
  for (const other of Object.values(world.places)) {
    if (!isVisible(caller, other.standing) && text.includes(other.mark)) faults.push(`tells of ${other.standing}`);
  }
  return faults.map((fault) => `${caller} × ${row.once ? 'none' : place.standing}: ${fault}`);
}

/** Operations that did what they are for; what history says of them. */
const changing = new Set<EndpointName>();
const recorded = new Set<EndpointName>();
async function historyOf(name: EndpointName, before: Trace): Promise<void> {
  changing.add(name);
  if ((await traceOf(world)).audited > before.audited) recorded.add(name);
}

function shapeFaults(name: EndpointName, { status, headers }: Response, text: string): string[] {
  const operation = operationOf(name);
  if (status < 400) {
    const described = operation.answers[status];
    if (described === undefined) return [`status ${status} is not documented`];
    if (described === null) return text === '' ? [] : ['a body, where none is documented'];
    if (!('safeParse' in described)) {
      return mediaOf(described).includes(headers.get('content-type') ?? '')
        ? []
        : [`is ${headers.get('content-type')}`];
    }
    const checked = described.safeParse(JSON.parse(text));
    return checked.success ? [] : [`does not fit its schema: ${checked.error.message}`];
  }
  if (status === 422) return validationError.safeParse(JSON.parse(text)).success ? [] : [`is no body 2.4: ${text}`];
  const checked = refusal.safeParse(JSON.parse(text));
  if (!checked.success) return [`is no refusal: ${text}`];
  const documented: readonly string[] = refusalCodesOf(operation)[status] ?? [];
  return documented.includes(checked.data.code) ? [] : [`${status} ${checked.data.code} is not documented`];
}

const complete = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const row = rows[name];
  return row === undefined ? [] : [[name, row] as const];
});

const cases = [...complete.map(([name, row]) => [name, '', row] as const), ...retiredAndVoidedRows];

describe.each(cases)('%s %s', (name, _state, row) => {
  test.each(CALLERS)('by %s', async (caller) => {
    const faults: string[] = [];
    for (const standing of row.once ? (['own'] as const) : STANDINGS) {
      faults.push(...(await faultsIn(name, row, caller, world.places[standing])));
    }
    expect(faults).toEqual([]);
  });
});

/** About oneself alone (sessions, inbox, preferences, mails asked for), or nothing that is kept; the pictures here were none. */
const NO_HISTORY: readonly EndpointName[] = [
  ...(['logout', 'endSessions', 'forgotPassword', 'resendVerification', 'updateNotificationPreferences'] as const),
  'createAssetView',
  // Of the device that asks: as a preference.
  'unsubscribeFromPush',
  // Nothing is in force before the first code or answer.
  ...(['beginTotp', 'beginPasskey', 'getPasskeyOptions', 'getProofOptions'] as const),
  'updatePasskey',
  'proveIdentity',
  ...(['readNotification', 'readAllNotifications', 'deleteNotification', 'clearNotifications'] as const),
  ...([
    'analyze',
    'previewCertificateTemplate',
    'printStickers',
    // Whoever reads them may open each of them.
    'exportCertificates',
    'deleteProfilePicture',
    'deleteLogo',
    'deleteAssetPhoto',
    'cancelOperation',
    // The work itself records what it makes.
    'fillDemonstration',
    // What goes out every morning anyway.
    'sweepReminders'
  ] as const)
];

test('every other change is in the audit log', () => {
  expect(changing.size).toBeGreaterThan(30);
  expect([...changing].filter((name) => !recorded.has(name)).sort()).toEqual([...NO_HISTORY].sort());
});

test.each(CALLERS)('a pull by %s brings own organizations and no others, not even public ones', async (caller) => {
  for (const collection of COLLECTIONS) {
    const token = tokens.get(caller);
    const query = `?collection=${collection}&limit=100`;
    const response = await call(pull.GET, world.services, { query, ...(token !== undefined && { token }) });
    const text = await response.text();
    expect([collection, response.status]).toEqual([collection, caller === 'anonymous' ? 401 : 200]);
    const told = STANDINGS.filter((standing) => text.includes(world.places[standing].mark));
    // Notifications are one's own, about whatever one may see.
    const foreign = told.filter((standing) => collection !== 'notifications' || !isVisible(caller, standing));
    const holdsOwn = caller !== 'anonymous' && caller !== 'superadmin' && MARKED.includes(collection);
    expect([collection, foreign]).toEqual([collection, holdsOwn ? ['own'] : []]);
  }
});
/** Collections whose rows carry the mark of their organization; of the certificates only numbers and states are held. */
const MARKED: readonly string[] = ['organizations', 'locations', 'procedures', 'assets', 'calibrations'];
