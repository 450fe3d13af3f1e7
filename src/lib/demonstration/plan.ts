import { FAMILIES } from './families.ts';
import type { Family } from './family.ts';
import { seededRandom } from './random.ts';

/** One asset of the demonstration: when it was calibrated, and what is special about it. */
export type PlannedAsset = {
  readonly assetId: string;
  readonly name: string;
  readonly family: Family;
  readonly manufacturer: string;
  readonly model: string;
  readonly serial: string;
  readonly locationIndex: number;
  /** Days from today of each calibration, oldest first. Empty: never calibrated. */
  readonly calibrations: readonly number[];
  readonly special: 'none' | 'fails_as_found' | 'fails' | 'one_voided' | 'out_of_service' | 'retired';
  readonly seed: number;
};

const HISTORY_DAYS = 1130;
const SPECIAL: Readonly<Record<number, PlannedAsset['special']>> = {
  4: 'one_voided',
  10: 'fails_as_found',
  15: 'out_of_service',
  26: 'fails',
  31: 'retired'
};

/** How many days ago the last calibration was, by position: most are spread over the year, a few overdue, due or new. */
function lastCalibration(
  index: number,
  interval: number,
  between: (low: number, high: number) => number
): number | null {
  if (index === 7) return -(interval + 6);
  if (index === 23) return -(interval + 34);
  if (index === 40) return -(interval + 2);
  if ([3, 12, 19, 28, 33, 44, 48].includes(index)) return -Math.round(interval - between(2, 28));
  if ([16, 38, 51].includes(index)) return null;
  return -Math.round(between(5, interval - 35));
}

/** One calibration per interval, back to a little over three years ago. */
function historyTo(last: number, interval: number): number[] {
  const earlier = Math.floor((last + HISTORY_DAYS) / interval);
  return Array.from({ length: earlier + 1 }, (_, turn) => last - (earlier - turn) * interval);
}

/** Fifty-two instruments; with the eight references the laboratory has sixty assets. */
export function planAssets(): PlannedAsset[] {
  const random = seededRandom(20261121);
  const planned: PlannedAsset[] = [];
  for (const family of FAMILIES) {
    family.names.forEach((name, position) => {
      const index = planned.length;
      const [manufacturer, model] = family.manufacturers[position % family.manufacturers.length] ?? ['', ''];
      const last = lastCalibration(index, family.interval, random.between);
      const calibrations = last === null ? [] : historyTo(last, family.interval);
      planned.push({
        assetId: `${family.prefix}-${String(position + 1 + (family.prefix === 'TT' ? 30 : 0)).padStart(3, '0')}`,
        name,
        family,
        manufacturer,
        model,
        serial: String(Math.round(random.between(10_000, 99_999))),
        locationIndex: Math.floor(random.between(0, 6)),
        calibrations,
        special: SPECIAL[index] ?? 'none',
        seed: 1000 + index
      });
    });
  }
  return planned;
}
