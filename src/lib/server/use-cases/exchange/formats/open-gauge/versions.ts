import type { GaugeCalibration } from '#lib/contracts/open-gauge.ts';

/** The version of each calibration: theirs where it is a number that no earlier one of the channel has, else the next one. */
export function versionsOf(
  calibrations: readonly GaugeCalibration[],
  channelOf: (calibration: GaugeCalibration) => string
): readonly number[] {
  const used = new Map<string, Set<number>>();
  return calibrations.map((calibration) => {
    const channel = channelOf(calibration);
    const taken = used.get(channel) ?? new Set<number>();
    used.set(channel, taken);
    const theirs = Number(calibration.calibration_version ?? NaN);
    const isFree = Number.isInteger(theirs) && theirs > 0 && theirs < 1_000_000 && !taken.has(theirs);
    const version = isFree ? theirs : Math.max(0, ...taken) + 1;
    taken.add(version);
    return version;
  });
}
