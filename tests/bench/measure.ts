/** One figure of a benchmark: what, how much, and against which bar. Ratios compare with a yardstick in the same run. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: '' | 'ms' | 'ratio' | 'kB' | 'per s' | 'MB' | 's';
  readonly bar?: Bar;
};
export type Bar = {
  readonly kind: 'at least' | 'at most';
  /** A figure beyond it fails the run. */
  readonly value: number;
  /** What is wanted and could not be had so far; README.md says why. */
  readonly aim?: number;
};

const isWithin = (value: number, kind: Bar['kind'], limit: number): boolean =>
  kind === 'at least' ? value >= limit : value <= limit;

/** Whether a figure is as it should be, short of what is wanted, or beyond its limit. */
export function judge({ value, bar }: Figure): 'met' | 'short' | 'missed' {
  if (bar === undefined) return 'met';
  if (!isWithin(value, bar.kind, bar.value)) return 'missed';
  return isWithin(value, bar.kind, bar.aim ?? bar.value) ? 'met' : 'short';
}

/** Median time of one run of `work` in milliseconds, after `warmUps` runs that do not count. */
export async function medianTime(work: () => unknown, runs = 25, warmUps = 5): Promise<number> {
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const start = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - start);
  }
  return median(times);
}

/** The same in processor time of all threads of this process: what a machine that is busy otherwise does not lengthen. */
export async function medianProcessorTime(work: () => unknown, runs = 25, warmUps = 5): Promise<number> {
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    if (run >= 0) times.push((user + system) / 1000);
  }
  return median(times);
}

/** Does `work` so many times, in lanes of which each begins the next as soon as its own is done. */
export async function inLanes(lanes: number, times: number, work: (lane: number) => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (left-- > 0) await work(lane);
    })
  );
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
