import type { RunReport } from './one-run.ts';

/** So soon after its cause is gone must every fault be healed. */
export const HEALED_MS = 5000;

type Run = RunReport & { readonly run: number; readonly kind: string };

/**
 * Everything that a run found wrong, a line each, with what repeats it.
 * @param timed whether the time until healed counts, too: on a machine that others use it says little
 */
export const failuresOf = (reports: readonly Run[], timed: boolean): readonly string[] =>
  reports.flatMap((report) => {
    const { run, kind, plan, hung, ended, wrong, healedMs } = report;
    const faults = [
      ...wrong,
      ...(ended ? ['the process ended'] : []),
      ...(hung > 0 ? [`${hung} callers hung`] : []),
      ...(timed && healedMs > HEALED_MS ? [`healed only after ${healedMs} ms`] : [])
    ];
    return faults.map((one) => `${plan.fault} (--kind ${kind} --from ${run} --runs 1): ${one}`);
  });

/** A line for each fault and kind of database: how often, and the times until healed, beside what the same look takes undisturbed. */
export function summaryOf(reports: readonly Run[]): readonly string[] {
  const groups = new Map<string, Run[]>();
  for (const report of reports) {
    const name = `${report.kind} ${report.plan.fault}`;
    groups.set(name, [...(groups.get(name) ?? []), report]);
  }
  return [...groups].sort().map(([name, group]) => {
    const healed = sorted(group.map(({ healedMs }) => healedMs));
    const calm = sorted(group.map(({ calmMs }) => calmMs));
    const times = `healed: median ${median(healed)} ms, longest ${healed.at(-1)} ms; undisturbed: median ${median(calm)} ms`;
    return `${name.padEnd(32)} ${String(group.length).padStart(4)} ×   ${times}`;
  });
}

const sorted = (times: readonly number[]) => [...times].sort((a, b) => a - b);
const median = (times: readonly number[]) => times[Math.floor(times.length / 2)];
