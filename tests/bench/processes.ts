/**
 * Two web processes and a worker behind a proxy, with two hundred devices that listen and a few people at work, while all of them are
 * restarted one after another: failed requests, changes that a device was not told of, and how long it took to tell.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { apiOf, eventually } from '../support/api.ts';
import { delays, listenAsDevice, steadyClient, traffic, type Change, type Crowd } from '../support/rolling-load.ts';
import { startSeveralProcesses, type SeveralProcesses } from '../support/several-processes.ts';
import { peakMemoryKb, signInFirst } from './ask-server.ts';
import type { Figure } from './measure.ts';

const DEVICES = 200;
/** One for each organization; a person may have twenty streams on one process. */
const CROWDS = 4;
const PEOPLE_EACH = 5;
const CLIENTS = 4;
/** Between two changes; those of one organization are so far apart that each is told before the next. */
const PAUSE_MS = 750;
/** So long before and after the restarts devices may be connecting anew. */
const TURNOVER_MS = 2000;
/** Before the first restart and after the last. */
const QUIET_MS = 15_000;
const PASSWORD = 'a plumb line hangs true';

export async function benchProcesses(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-processes-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedServer(folder);
  const several = await startSeveralProcesses(postgres.url('postgres'), 'warn');
  try {
    return await measure(several);
  } finally {
    await several.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(several: SeveralProcesses): Promise<Figure[]> {
  const { proxy } = several;
  const everybody = await people(proxy.origin);
  // Those who work belong to an organization of their own: what they change must not be taken for what the devices wait for.
  const working = everybody.filter(({ organizationId }) => organizationId === everybody[CROWDS]?.organizationId);
  const listening = everybody.filter((one) => !working.includes(one));
  const devices = Array.from({ length: DEVICES }, (_, n) => {
    const crowd = listening[n % listening.length] as Crowd;
    return { ...listenAsDevice(proxy.origin, crowd.token), ...crowd };
  });
  await eventually(async () => devices.every((device) => device.opened() > 0), 120);

  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    traffic(proxy.origin, working[n % working.length] as Crowd, `client ${n}`, over.signal, 200)
  );
  const changes: Change[] = [];
  const changing = change(proxy.origin, listening.slice(0, CROWDS), changes, over.signal);
  await pause(QUIET_MS);
  const memory = await Promise.all(several.webs.map(({ pid }) => peakMemoryKb(pid)));
  const begun = performance.now();
  await several.restartWebs();
  await several.replaceWorker();
  const took = performance.now() - begun;
  await pause(QUIET_MS);
  over.abort();
  const failedChanges = await changing;
  const came = await Promise.all(clients);
  memory.push(...(await Promise.all(several.webs.map(({ pid }) => peakMemoryKb(pid)))));
  // The last change of each organization is told, too.
  await eventually(async () => delays(changes, devices).filter((ms) => ms === Infinity).length === 0, 10).catch(
    () => null
  );
  devices.forEach((device) => device.stop());

  const told = delays(changes, devices);
  const isCalm = ({ at }: Change) => at < begun - TURNOVER_MS || at > begun + took + TURNOVER_MS;
  const calm = delays(changes, devices, isCalm).toSorted((x, y) => x - y);
  const restarting = delays(changes, devices, (one) => !isCalm(one)).toSorted((x, y) => x - y);
  const failed = [...came.flatMap((one) => one.failed), ...failedChanges];
  for (const one of [...failed, ...proxy.failures].slice(0, 10)) process.stderr.write(`${one}\n`);
  const requests = came.reduce((sum, one) => sum + one.requests, changes.length);
  const bar = (value: number) => ({ kind: 'at most', value }) as const;
  return [
    { name: `failed requests of ${requests} while all processes restart`, value: failed.length, unit: '', bar: bar(0) },
    {
      name: `changes not told, of ${told.length}`,
      value: told.filter((ms) => ms === Infinity).length,
      unit: '',
      bar: bar(0)
    },
    { name: `from change to told, ${DEVICES} devices, median`, value: at(calm, 0.5), unit: 'ms' },
    {
      name: `from change to told, ${DEVICES} devices, p95`,
      value: at(calm, 0.95),
      unit: 'ms',
      bar: bar(250)
    },
    // Devices that connect anew are told what they have missed.
    { name: 'the same while processes restart, p95', value: at(restarting, 0.95), unit: 'ms', bar: bar(1000) },
    { name: 'the same while processes restart, longest', value: at(restarting, 1), unit: 'ms' },
    { name: 'restart of three processes', value: took / 1000, unit: 's' },
    { name: 'memory of a web process at its highest', value: Math.max(...memory) / 1024, unit: 'MB', bar: bar(400) }
  ];
}

/** Members of five organizations, the first of each first. */
async function people(origin: string): Promise<readonly Crowd[]> {
  const { api } = await signInFirst(origin);
  const organizations: string[] = [];
  for (let n = 0; n <= CROWDS; n++) {
    const founded = await api<{ id: string }>('POST', '/organizations', {
      name: `Laboratory ${n}`,
      certificate_prefix: `L${n}`
    });
    organizations.push(founded.body.id);
  }
  const crowds: Crowd[] = [];
  for (let n = 0; n < (CROWDS + 1) * PEOPLE_EACH; n++) {
    const login = { email: `person-${n}@laboratory.example`, password: PASSWORD };
    const organizationId = organizations[n % organizations.length] ?? '';
    const { body } = await api<{ id: string }>('POST', '/users', {
      ...login,
      full_name: `Person ${n}`,
      role: 'technician'
    });
    await api('POST', `/organizations/${organizationId}/members`, { user_id: body.id, role: 'admin' });
    const signedIn = await apiOf(null, origin)<{ access_token: string }>('POST', '/auth/login', login);
    crowds.push({ organizationId, token: signedIn.body.access_token });
  }
  return crowds;
}

/** Changes one organization after another. @returns what failed */
async function change(
  origin: string,
  crowds: readonly Crowd[],
  changes: Change[],
  over: AbortSignal
): Promise<string[]> {
  const clients = crowds.map(({ token }) => steadyClient(origin, token));
  const failed: string[] = [];
  for (let turn = 0; !over.aborted; turn++) {
    const { organizationId } = crowds[turn % crowds.length] as Crowd;
    const at = performance.now();
    const body = { name: randomUUID(), organization_id: organizationId };
    const answer = await clients[turn % crowds.length]?.ask('POST', '/locations', body);
    if (answer?.status === 201) changes.push({ organizationId, at });
    else failed.push(`POST /locations: ${answer?.status} ${answer?.text}`);
    await pause(PAUSE_MS);
  }
  clients.forEach((client) => client.close());
  return failed;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
