import { addDays } from '#lib/laboratory/calibration-status.ts';
import { isDay, mondayOf, monthStart } from '#lib/laboratory/calendar-day.ts';

/** What the page shows, as its address says it. `month` is `YYYY-MM`, `place` the id of a location or empty. */
export type CalendarView = {
  readonly view: 'month' | 'year';
  readonly month: string;
  readonly place: string;
  readonly shown: 'both' | 'due';
};

/** @param today `YYYY-MM-DD`; an address without a month, or with none that there is, shows this one */
export function viewOfAddress(address: URLSearchParams, today: string): CalendarView {
  const month = address.get('month') ?? '';
  return {
    view: address.get('view') === 'year' ? 'year' : 'month',
    month: isDay(`${month}-01`) ? month : today.slice(0, 7),
    place: address.get('location') ?? '',
    shown: address.get('show') === 'due' ? 'due' : 'both'
  };
}

/** The search of the address; empty for what is shown without one. */
export function addressOfView({ view, month, place, shown }: CalendarView, today: string): string {
  const address = new URLSearchParams();
  if (view !== 'month') address.set('view', view);
  if (month !== today.slice(0, 7)) address.set('month', month);
  if (place !== '') address.set('location', place);
  if (shown !== 'both') address.set('show', shown);
  const search = address.toString();
  return search === '' ? '' : `?${search}`;
}

/** The month or year before or after. */
export function turned(view: CalendarView, pages: 1 | -1): CalendarView {
  const month = monthStart(`${view.month}-01`, view.view === 'year' ? pages * 12 : pages).slice(0, 7);
  return isDay(`${month}-01`) ? { ...view, month } : view;
}

/** The days of a month in whole weeks, Monday first. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const end = monthStart(`${month}-01`, 1);
  const weeks: string[][] = [];
  for (let monday = mondayOf(`${month}-01`); monday < end; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(monday, i)));
  }
  return weeks;
}

/** The twelve months of the year of a month. */
export const monthsOf = (month: string): readonly string[] =>
  Array.from({ length: 12 }, (_, i) => `${month.slice(0, 4)}-${String(i + 1).padStart(2, '0')}`);

/** Entries by their day; those without one are left out. */
export function byDay<T>(entries: Iterable<T>, dayOf: (entry: T) => string | null): ReadonlyMap<string, readonly T[]> {
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = dayOf(entry);
    if (day === null) continue;
    const others = days.get(day);
    if (others === undefined) days.set(day, [entry]);
    else others.push(entry);
  }
  return days;
}
