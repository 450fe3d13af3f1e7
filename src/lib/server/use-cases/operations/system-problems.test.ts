import { expect, test } from 'vitest';
import type { System } from '#lib/contracts/system.ts';
import { problemsOf } from './system-problems.ts';

const AT = '2026-11-21T09:30:00.000Z';
const LATER = '2026-11-21T09:31:00.000Z';
const one = (given: Partial<System['processes'][number]> = {}): System['processes'][number] => ({
  id: '0198a000-0000-7000-8000-000000000001',
  kind: 'all',
  name: 'host 1',
  version: '3.6.1',
  memory_bytes: 1,
  clock_ahead_ms: 0,
  state: 'alive',
  started_at: AT,
  seen_at: AT,
  ...given
});
const failure: NonNullable<System['mail']['last_failure']> = {
  id: '0198a000-0000-7000-8000-000000000002',
  kind: 'notice',
  to: 'a@b.example',
  state: 'failed',
  reason: 'refused',
  reply_code: 550,
  attempts: 1,
  job_id: null,
  created_at: AT,
  updated_at: AT
};
const sound: Omit<System, 'problems'> = {
  version: '3.6.1',
  started_at: AT,
  migrations: { last: '0064', applied: 64 },
  database: { version: '17', bytes: 1, latency_ms: 1 },
  storage: { kind: 'folder', works: true, latency_ms: 1, use: [] },
  mail: { state: 'on', waiting: 0, last_sent_at: LATER, last_failure: failure },
  queue: { failed: 0, retrying: 1, running: 1, waiting: 5, oldest_seconds: 10 },
  tex: null,
  time_stamps: null,
  clock_ahead_ms: 20,
  processes: [one()]
};
const web = one({ kind: 'web' });
const worker = one({ kind: 'worker' });
const { storage, queue, mail } = sound;

test.each<[string, Partial<System>, readonly string[]]>([
  ['nothing', {}, []],
  ['the store', { storage: { ...storage, works: false } }, ['storage_failing']],
  ['no process at all', { processes: [] }, ['no_worker']],
  ['web processes alone', { processes: [web, web] }, ['no_worker']],
  ['a worker that drains', { processes: [web, { ...worker, state: 'draining' }] }, ['no_worker']],
  ['a worker that was lost', { processes: [web, { ...worker, state: 'lost' }] }, ['no_worker', 'process_lost']],
  ['several versions', { processes: [web, { ...worker, version: '3.5.0' }] }, ['versions_differ']],
  ['a lost process of an old version', { processes: [one(), one({ state: 'lost', version: '1' })] }, ['process_lost']],
  ['a clock', { clock_ahead_ms: -6000 }, ['clock_wrong']],
  ['the clock of another process', { processes: [web, { ...worker, clock_ahead_ms: 60_000 }] }, ['clock_wrong']],
  ['a failed job', { queue: { ...queue, failed: 1 } }, ['jobs_failed']],
  ['a job that waits', { queue: { ...queue, oldest_seconds: 901 } }, ['queue_late']],
  ['an empty queue', { queue: { ...queue, oldest_seconds: null } }, []],
  ['the mail password', { mail: { ...mail, state: 'password_unreadable' } }, ['mail_unreadable']],
  ['mail that fails since', { mail: { ...mail, last_sent_at: null } }, ['mail_failing']],
  ['mail that is off', { mail: { ...mail, state: 'off', last_sent_at: null } }, []]
])('what is wrong: %s', (_, given, problems) => {
  expect(problemsOf({ ...sound, ...given })).toEqual(problems);
});
