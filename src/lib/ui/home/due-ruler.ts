import { addDays } from '#lib/laboratory/calibration-status.ts';
import { daysBetween, mondayOf, monthStart } from '#lib/laboratory/calendar-day.ts';
import type { CalibrationStatus } from '#lib/contracts/assets.ts';

export const RULER = { width: 1000, left: 8, right: 992, base: 82, step: 13, highest: 5 } as const;

export type RulerMark = { readonly x: number; readonly y: number; readonly state: 'overdue' | 'due' | 'later' };
export type Ruler = {
  readonly from: string;
  readonly to: string;
  readonly months: readonly { readonly x: number; readonly day: string; readonly withYear: boolean }[];
  readonly weeks: readonly number[];
  readonly marks: readonly RulerMark[];
  /** Weeks with more assets than fit: how many stand above the last mark. */
  readonly more: readonly { readonly x: number; readonly n: number }[];
  readonly today: number;
};
type Due = { readonly due_date: string | null; readonly calibration_status: CalibrationStatus };

/**
 * The year of due dates, from the month before today to twelve months on: one mark an asset, stacked by week. What has been
 * overdue for longer is in the first week, so that every overdue asset is visible.
 */
export function layOutRuler(assets: readonly Due[], today: string): Ruler {
  const from = monthStart(today, -1);
  const to = monthStart(today, 12);
  const days = daysBetween(from, to);
  const at = (day: string) => RULER.left + ((RULER.right - RULER.left) * daysBetween(from, day)) / days;

  const stacks = new Map<string, Due[]>();
  for (const asset of assets) {
    if (asset.due_date === null || asset.due_date >= to) continue;
    const week = asset.due_date < from ? mondayOf(addDays(from, 6)) : mondayOf(asset.due_date);
    const stack = stacks.get(week);
    if (stack) stack.push(asset);
    else stacks.set(week, [asset]);
  }
  const marks: RulerMark[] = [];
  const more: { x: number; n: number }[] = [];
  for (const [week, stack] of stacks) {
    const x = Math.min(RULER.right - 6, Math.max(RULER.left + 6, at(addDays(week, 3))));
    const rank = { overdue: 0, due_soon: 1, calibrated: 2, never: 2 } as const;
    stack.sort((a, b) => rank[a.calibration_status] - rank[b.calibration_status]);
    stack.slice(0, RULER.highest).forEach(({ calibration_status }, i) => {
      const state = calibration_status === 'overdue' ? 'overdue' : calibration_status === 'due_soon' ? 'due' : 'later';
      marks.push({ x, y: RULER.base - 9 - i * RULER.step, state });
    });
    if (stack.length > RULER.highest) more.push({ x, n: stack.length - RULER.highest });
  }
  return { from, to, months: monthTicks(from, at), weeks: weekTicks(from, to, at), marks, more, today: at(today) };
}

const monthTicks = (from: string, at: (day: string) => number) =>
  Array.from({ length: 14 }, (_, i) => {
    const day = monthStart(from, i);
    return { x: at(day), day, withYear: i === 0 || day.slice(5, 7) === '01' };
  });

function weekTicks(from: string, to: string, at: (day: string) => number): number[] {
  const ticks: number[] = [];
  for (let monday = mondayOf(addDays(from, 6)); monday < to; monday = addDays(monday, 7)) ticks.push(at(monday));
  return ticks;
}
