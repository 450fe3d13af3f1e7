/** Many devices that listen for an hour of simulated time: each is told of every change, and nothing of them is left afterwards. */
import { readdir } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HEARTBEAT_SECONDS } from '#sync/protocol/limits.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { signInFirst } from '../../bench/ask-server.ts';
import { apiOf, eventually, type Api } from '../../support/api.ts';
import { execute } from '../../support/database.ts';
import { depth } from '../../support/depth.ts';
import { startInSimulatedTime, type SimulatedTime } from '../../support/simulated-time.ts';
import { measurable, usedMemory } from '../../support/used-memory.ts';

const MINUTE_S = 60;
const PEOPLE = 10;
/** Devices of each person: as many sessions, each with some streams. */
const SESSIONS = 2;
const STREAMS = depth(2, 10);
const DEVICES = PEOPLE * SESSIONS * STREAMS;
const MINUTES = depth(12, 60);
/** A change at the end of each part. */
const PARTS = 6;
const PASSWORD = 'a plumb line hangs true';
const MOST_GROWTH = 1.2;
/** The garbage of ten people's requests is no leak of their streams. */
const FEW_FILES = 6;

type Device = {
  readonly session: number;
  /** How often each event has come. */
  readonly heard: Map<string, number>;
  readonly ended: () => boolean;
  readonly close: () => void;
};

let time: SimulatedTime;
let api: Api;
let organizationId: string;
const tokens: string[] = [];
beforeAll(async () => {
  time = await startInSimulatedTime({ env: { LOG_LEVEL: 'warn' }, environmentOf: measurable });
  const first = await signInFirst(time.server.baseUrl);
  // On a connection for each request: those that are kept end when the time passes.
  api = (method, path, body) => first.api(method, path, body, { Connection: 'close' });
  const founded = await api<{ id: string }>('POST', '/organizations', { name: 'L', certificate_prefix: 'L' });
  organizationId = founded.body.id;
  for (let n = 0; n < PEOPLE; n++) {
    const login = { email: `person-${n}@laboratory.example`, password: PASSWORD };
    const made = await api<{ id: string }>('POST', '/users', {
      ...login,
      full_name: `Person ${n}`,
      role: 'technician'
    });
    await api('POST', `/organizations/${organizationId}/members`, { user_id: made.body.id, role: 'admin' });
    for (let session = 0; session < SESSIONS; session++) {
      const signedIn = await apiOf(null, time.server.baseUrl)<{ access_token: string }>('POST', '/auth/login', login);
      tokens.push(signedIn.body.access_token);
    }
  }
}, 240_000);
afterAll(() => time?.end());

/** A device that only counts what it is told, and opens no second stream. */
function listen(session: number): Device {
  const heard = new Map<string, number>();
  let ended = false;
  const headers = { authorization: `Bearer ${tokens[session]}`, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  const sent: ClientRequest = request(
    `${time.server.baseUrl}/api/v1/sync/stream`,
    { agent: false, headers },
    (answer) => {
      heard.set(`status ${answer.statusCode}`, 1);
      let rest = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        const events = (rest + piece).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const name = /^event: (\w+)/u.exec(event)?.[1] ?? event;
          heard.set(name, (heard.get(name) ?? 0) + 1);
        }
      });
      answer.once('close', () => (ended = true)).once('error', () => (ended = true));
    }
  );
  sent.once('error', () => (ended = true));
  sent.end();
  return { session, heard, ended: () => ended, close: () => sent.destroy() };
}

const times = (device: Device, event: string): number => device.heard.get(event) ?? 0;

async function openAll(): Promise<Device[]> {
  const devices = tokens.flatMap((_, session) => Array.from({ length: STREAMS }, () => listen(session)));
  await eventually(async () => devices.every((device) => times(device, 'heartbeat') > 0));
  return devices;
}

async function closeAll(devices: readonly Device[]): Promise<void> {
  devices.forEach((device) => device.close());
  await time.whenQuiet();
}

async function change(name: string, devices: readonly Device[]): Promise<void> {
  const before = devices.map((device) => times(device, 'pull'));
  const made = await api('POST', '/locations', { name, organization_id: organizationId });
  expect(made.status).toBe(201);
  await eventually(async () => devices.every((device, n) => times(device, 'pull') > (before[n] ?? 0)));
}

const openFiles = async () => (await readdir(`/proc/${time.server.pid}/fd`)).length;
/** What is left when nobody listens. */
async function footprint(): Promise<{ readonly files: number; readonly heap: number }> {
  // Connections to the database that nobody uses are closed after half a minute.
  await time.pass(2 * MINUTE_S);
  return { files: await openFiles(), heap: (await usedMemory(time.server.pid, time.dataDir)).heap };
}

test(
  `${DEVICES} devices listen for ${MINUTES} minutes`,
  async () => {
    // What is loaded and compiled with the first streams is no leak.
    await closeAll(await openAll());
    const before = await footprint();
    const devices = await openAll();
    const [signedOut, expired] = [0, 1];
    const leaves = (device: Device, session: number) => device.session === session;
    let listening = devices;
    const expectRevoked = async (session: number) => {
      const gone = listening.filter((device) => leaves(device, session));
      listening = listening.filter((device) => !leaves(device, session));
      await eventually(async () => gone.every((device) => device.ended() && times(device, 'revoked') === 1));
      expect(gone.length).toBe(STREAMS);
    };
    for (let part = 0; part < PARTS; part++) {
      await time.pass((MINUTES / PARTS) * MINUTE_S, HEARTBEAT_SECONDS);
      await change(`Bench ${part}`, listening);
      if (part === 2) {
        // At once.
        const leaving = await apiOf(tokens[signedOut] ?? '', time.server.baseUrl)('POST', '/auth/logout', undefined, {
          Connection: 'close'
        });
        expect(leaving.status).toBe(204);
        await expectRevoked(signedOut);
      }
      if (part === 3) {
        await expireSessionOf(expired);
        await time.pass(2 * HEARTBEAT_SECONDS, HEARTBEAT_SECONDS);
        await expectRevoked(expired);
      }
    }
    expect(listening.filter((device) => device.ended())).toEqual([]);
    const beats = listening.map((device) => times(device, 'heartbeat'));
    expect(Math.min(...beats)).toBeGreaterThanOrEqual(Math.floor((0.9 * MINUTES * MINUTE_S) / HEARTBEAT_SECONDS));

    const most = await openFiles();
    await closeAll(devices);
    const after = await footprint();
    process.stdout.write(`${JSON.stringify({ DEVICES, MINUTES, beats: Math.min(...beats), before, most, after })}\n`);
    expect(most, 'each has a connection').toBeGreaterThan(before.files + 0.8 * DEVICES);
    expect(after.files).toBeLessThanOrEqual(before.files + FEW_FILES);
    expect(after.heap / before.heap).toBeLessThan(MOST_GROWTH);
  },
  depth(300_000, 900_000)
);

async function expireSessionOf(session: number): Promise<void> {
  const { rowCount } = await execute(
    time.databaseUrl,
    `UPDATE sessions SET expires_at = now() + interval '10 seconds' WHERE id = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [tokens[session]]
  );
  expect(rowCount).toBe(1);
}
