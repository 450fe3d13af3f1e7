/** Two web processes and a worker on one database, behind a proxy: what one of them does counts for all, also while they restart. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { LongOperation } from '#lib/contracts/long-work.ts';
import { laboratoryFor } from '../bench/many-points.ts';
import { apiOf, eventually, type Api } from '../support/api.ts';
import { execute } from '../support/database.ts';
import { delays, listenAsDevice, traffic, type Change, type Crowd } from '../support/rolling-load.ts';
import { startSeveralProcesses, type SeveralProcesses } from '../support/several-processes.ts';

const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };

/** Three processes start again: each takes seconds, and many on a busy machine. */
const PATIENCE_MS = 300_000;

let several: SeveralProcesses;
let token: string;
let crowd: Crowd;
/** The API as each of the web processes answers it, past the proxy. */
let [first, second]: Api[] = [];
let api: Api;
let recordingOf: (points: number) => object;

/** Of the process itself: another address is forwarded, as a proxy would. */
const directly = (index: number, as: string | null): Api => {
  const ask = apiOf(as, several.webs[index]?.origin);
  return (method, path, body, headers) => ask(method, path, body, { 'X-Forwarded-For': '203.0.113.9', ...headers });
};
const signIn = async (index: number) =>
  (await directly(index, null)<{ access_token: string }>('POST', '/auth/login', PERSON)).body.access_token;

beforeAll(async () => {
  several = await startSeveralProcesses(inject('databaseUrl'));
  expect((await directly(0, null)('POST', '/auth/register', { ...PERSON, full_name: 'Ada' })).status).toBe(201);
  token = await signIn(1);
  [first, second] = [directly(0, token), directly(1, token)];
  api = apiOf(token, several.proxy.origin);
  recordingOf = await laboratoryFor(api);
  const { body } = await api<{ id: string }[]>('GET', '/organizations?mine=true');
  crowd = { token, organizationId: body[0]?.id ?? '' };
}, PATIENCE_MS);
afterAll(() => several?.close());

test('a change by one process is told by the streams of both', async () => {
  const devices = several.webs.map(({ origin }) => listenAsDevice(origin, token));
  await eventually(async () => devices.every((device) => device.opened() === 1));
  for (const changing of [first, second]) {
    // Each listener is told once to look when its own connection to the database opens.
    const before = devices.map(({ told }) => told.length);
    const changed = await changing?.('POST', '/locations', {
      name: randomUUID(),
      organization_id: crowd.organizationId
    });
    expect(changed?.status).toBe(201);
    await eventually(async () => devices.every(({ told }, index) => told.length > (before[index] ?? 0)));
  }
  devices.forEach((device) => device.stop());
});

test('guesses at a password count together, whichever process is asked', async () => {
  const guess = { email: 'nobody@laboratory.example', password: 'a wrong one' };
  const answers: number[] = [];
  for (let turn = 0; turn < 11; turn++)
    answers.push((await directly(turn % 2, null)('POST', '/auth/login', guess)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});

test('a session that ends at one process opens nothing at the other, which knew it a moment ago', async () => {
  const ending = await signIn(0);
  const [here, there] = [directly(0, ending), directly(1, ending)];
  expect((await there('GET', '/assets')).status).toBe(200);
  expect((await here('POST', '/auth/logout')).status).toBe(204);
  expect((await there('GET', '/assets')).status).toBe(401);
  expect((await there('GET', '/users/me')).status).toBe(401);
});

test('an export asked for at one process, done by the worker, is watched at the other and downloaded once', async () => {
  const begun = await first?.<{ job_id: string }>('GET', `/assets/export?organization_id=${crowd.organizationId}`);
  expect(begun?.status).toBe(202);
  const done = await eventually(async () => {
    const answer = await second?.<LongOperation>('GET', `/operations/${begun?.body.job_id}`);
    return answer?.body.download_url ? answer.body.download_url : null;
  });
  const { pathname, search } = new URL(done, several.proxy.origin);
  const download = (index: number) => fetch(`${several.webs[index]?.origin}${pathname}${search}`);
  const file = await download(0);
  expect(file.status).toBe(200);
  const zip = await file.blob();
  expect((await download(1)).status).toBe(404);

  const form = new FormData();
  form.set('file', zip, 'archive.zip');
  const sent = await fetch(
    `${several.webs[1]?.origin}/api/v1/assets/import?organization_id=${crowd.organizationId}&dry_run=true`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: form
    }
  );
  expect(sent.status).toBe(202);
  const { job_id } = (await sent.json()) as { job_id: string };
  await eventually(async () => (await first?.<LongOperation>('GET', `/operations/${job_id}`))?.body.state === 'done');
});

test('the link to a certificate that one process signs opens at the other', async () => {
  const id = randomUUID();
  expect((await first?.('POST', '/calibrations', { ...recordingOf(5), id }))?.status).toBe(201);
  const link = await eventually(
    async () => (await first?.<{ url: string }>('GET', `/calibrations/${id}/certificate`))?.body.url
  );
  const { pathname, search } = new URL(link, several.proxy.origin);
  const file = await fetch(`${several.webs[1]?.origin}${pathname}${search}`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test(
  'all processes restart under load, one after another: no request fails, and no change is lost',
  async () => {
    const over = new AbortController();
    const devices = Array.from({ length: 8 }, () => ({ ...listenAsDevice(several.proxy.origin, token), ...crowd }));
    await eventually(async () => devices.every((device) => device.opened() === 1));
    const clients = Array.from({ length: 2 }, (_, n) =>
      traffic(several.proxy.origin, crowd, `client ${n}`, over.signal, 50)
    );
    await several.restartWebs();
    await several.replaceWorker();
    over.abort();
    const came = await Promise.all(clients);
    expect(came.flatMap(({ failed }) => failed)).toEqual([]);
    expect(several.proxy.failures).toEqual([]);
    // Each device was moved, whichever process had it, and hears of what comes next.
    expect(devices.every((device) => device.opened() > 1)).toBe(true);
    const changes: Change[] = [{ organizationId: crowd.organizationId, at: performance.now() }];
    expect(
      (await api('POST', '/locations', { name: 'the last one', organization_id: crowd.organizationId })).status
    ).toBe(201);
    await eventually(async () => delays(changes, devices).every(Number.isFinite));
    devices.forEach((device) => device.stop());

    const written = came.flatMap((one) => one.written);
    expect(written.length).toBeGreaterThan(10);
    const { rows } = await execute(
      several.databaseUrl,
      `SELECT name FROM locations WHERE name LIKE 'client %' ORDER BY name`
    );
    expect(rows.map(({ name }) => name)).toEqual(written.toSorted());
    expect(several.proxy.passed.every((count) => count > 10)).toBe(true);
  },
  PATIENCE_MS
);

test('every job was done once, by a worker, and each job of the day was asked for once', async () => {
  await eventually(async () => {
    const { rows } = await execute(several.databaseUrl, 'SELECT count(*)::int AS n FROM graphile_worker._private_jobs');
    return rows[0].n === 0;
  });
  const lines = several
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const done = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job done');
  expect(new Set(done.map(({ jobId }) => jobId)).size).toBe(done.length);
  const daily = done
    .map(({ job }) => job)
    .filter((job) => ['remove_expired', 'send_reminders', 'keep_signatures'].includes(job));
  expect(daily.sort()).toEqual(['keep_signatures', 'remove_expired', 'send_reminders']);
  expect(several.webs.some((app) => app.output().includes('"job done"'))).toBe(false);
});

test('before a process stops, its readiness says so while it still answers', async () => {
  const leaving = several.webs[0];
  const origin = leaving?.origin;
  const stopping = leaving?.stop();
  await eventually(async () => {
    const ready = await fetch(`${origin}/health/ready`);
    return ready.status === 503 && ((await ready.json()) as { status: string }).status === 'draining';
  });
  const answer = await fetch(`${origin}/api/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  expect(await stopping).toBe(0);
});
