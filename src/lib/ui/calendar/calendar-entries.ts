import type { Asset } from '#lib/contracts/assets.ts';
import { isInService } from '#lib/laboratory/calibration-status.ts';
import type { Task } from '#lib/contracts/tasks.ts';
import { tasksOf } from '#lib/laboratory/task-due.ts';
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import { assetHref } from '../frame/asset-href.ts';
import { VERDICT_KINDS, type StatusKind } from '../status/status-kind.ts';
import { byDay } from './calendar-days.ts';

/** A line of the calendar: an asset that falls due, or a calibration that was made. */
export type CalendarEntry = {
  readonly key: string;
  readonly href: string;
  readonly label: string;
  /** What it is called in full, after its label. */
  readonly name: string;
  readonly kind: StatusKind;
  /** The word for `kind`, as a key of the dictionaries. */
  readonly word: string;
  readonly type: 'due' | 'done';
};
export type EntriesByDay = ReadonlyMap<string, readonly CalendarEntry[]>;

type Due = Pick<
  Asset,
  'id' | 'asset_id' | 'name' | 'due_date' | 'status' | 'out_of_service' | 'calibration_status' | 'location_id'
> & { readonly tasks?: readonly Task[] };
type Wanted = {
  readonly shown: 'both' | 'due';
  /** Null: wherever they stand. */
  readonly places: ReadonlySet<string> | null;
  readonly today: string;
};
const RANK: Partial<Record<StatusKind, number>> = { overdue: 0, due: 1, waiting: 2 };

/**
 * What falls due, calibrations and tasks, the most urgent first, and what was calibrated, by day. Nothing falls due of what is retired or out of service.
 * A calibration stands where its asset stands now: that is where people look for it.
 */
export function entriesByDay(
  assets: readonly Due[],
  calibrations: readonly ListedCalibration[],
  { shown, places, today }: Wanted
): EntriesByDay {
  const here = assets.filter(({ location_id }) => places === null || (location_id !== null && places.has(location_id)));
  const assetsHere = new Set(here.map(({ id }) => id));
  const due = here.filter(isInService).map((asset) => ({ day: asset.due_date, entry: dueEntry(asset) }));
  const done = (shown === 'both' ? calibrations : [])
    .filter(({ voided, asset }) => voided === null && assetsHere.has(asset.id))
    .map((calibration) => ({ day: calibration.calibration_date, entry: doneEntry(calibration) }));
  for (const asset of here.filter(isInService)) {
    for (const task of tasksOf(asset)) due.push({ day: task.next_due, entry: taskEntry(asset, task, today) });
  }
  due.sort((a, b) => (RANK[a.entry.kind] ?? 3) - (RANK[b.entry.kind] ?? 3));
  const days = byDay([...due, ...done], ({ day }) => day);
  return new Map([...days].map(([day, found]) => [day, found.map(({ entry }) => entry)]));
}

const taskEntry = (asset: Due, task: Task, today: string): CalendarEntry => ({
  key: `task ${task.id}`,
  href: assetHref(asset),
  label: asset.asset_id,
  name: task.name,
  kind: task.next_due < today ? 'overdue' : 'waiting',
  word: task.next_due < today ? 'calendar.overdue' : 'calendar.due',
  type: 'due'
});

const dueEntry = ({ id, asset_id, name, calibration_status: status }: Due): CalendarEntry => ({
  key: `due ${id}`,
  href: assetHref({ id, asset_id }),
  label: asset_id,
  name,
  kind: status === 'overdue' ? 'overdue' : status === 'due_soon' ? 'due' : 'waiting',
  word: status === 'overdue' ? 'calendar.overdue' : 'calendar.due',
  type: 'due'
});

function doneEntry({ id, asset, profile }: ListedCalibration): CalendarEntry {
  const verdict = profile?.as_left ?? profile?.as_found ?? null;
  return {
    key: `done ${id}`,
    href: `/calibrations/${id}`,
    label: asset.asset_id,
    name: asset.name,
    kind: VERDICT_KINDS[verdict ?? 'none'],
    word: 'calendar.done',
    type: 'done'
  };
}

/** How many of each in some days, for one line of text. */
export function countEntries(entries: EntriesByDay, days: Iterable<string>) {
  const counts = { due: 0, overdue: 0, done: 0 };
  for (const day of days) {
    for (const { type, kind } of entries.get(day) ?? []) {
      counts[type] += 1;
      if (kind === 'overdue') counts.overdue += 1;
    }
  }
  return counts;
}
