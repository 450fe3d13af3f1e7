import type { System, SystemProblem } from '#lib/contracts/system.ts';

/** Beyond this, times of day on records of different processes contradict each other, and signed links end early or late. */
const CLOCK_MS = 5000;
/** No job waits for so long while a worker works. */
const LATE_SECONDS = 15 * 60;

/** What is wrong, in the order in which it should be looked at. */
export function problemsOf(system: Omit<System, 'problems'>): readonly SystemProblem[] {
  const { storage, processes, queue, mail, clock_ahead_ms } = system;
  const alive = processes.filter(({ state }) => state === 'alive');
  const clocks = [clock_ahead_ms, ...alive.map((one) => one.clock_ahead_ms)];
  const found: Readonly<Record<SystemProblem, boolean>> = {
    storage_failing: !storage.works,
    no_worker: !alive.some(({ kind }) => kind !== 'web'),
    process_lost: processes.some(({ state }) => state === 'lost'),
    versions_differ: new Set(alive.map(({ version }) => version)).size > 1,
    clock_wrong: clocks.some((ahead) => Math.abs(ahead) > CLOCK_MS),
    jobs_failed: queue.failed > 0,
    queue_late: (queue.oldest_seconds ?? 0) > LATE_SECONDS,
    mail_unreadable: mail.state === 'password_unreadable',
    mail_failing:
      mail.last_failure !== null && mail.state === 'on' && (mail.last_sent_at ?? '') < mail.last_failure.updated_at
  };
  return (Object.keys(found) as SystemProblem[]).filter((problem) => found[problem]);
}
