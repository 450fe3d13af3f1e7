import { expect, test } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import { addressOfView, byDay, monthsOf, turned, viewOfAddress, weeksOf } from './calendar-days.ts';
import { countEntries, entriesByDay } from './calendar-entries.ts';

const TODAY = '2026-11-22';
const here = (search: string) => viewOfAddress(new URLSearchParams(search), TODAY);

test.each([
  ['', '', { view: 'month', month: '2026-11', place: '', shown: 'both' }],
  ['view=year&month=2027-02', '?view=year&month=2027-02', { view: 'year', month: '2027-02' }],
  ['location=abc&show=due', '?location=abc&show=due', { place: 'abc', shown: 'due' }],
  ['month=2026-13', '', { month: '2026-11' }],
  ['month=0002-11&view=week&show=x', '', { month: '2026-11', view: 'month', shown: 'both' }]
])('the address ?%s leads to a view, and the view to %s', (search, address, view) => {
  expect(here(search)).toMatchObject(view);
  expect(addressOfView(here(search), TODAY)).toBe(address);
});

test('pages are turned by month or year, over the turn of the year, and not beyond what records can have', () => {
  expect(turned(here('month=2026-12'), 1).month).toBe('2027-01');
  expect(turned(here('month=2026-12&view=year'), -1).month).toBe('2025-12');
  expect(turned(here('month=2999-12'), 1).month).toBe('2999-12');
});

test('a month comes in whole weeks from Monday, a leap February too', () => {
  for (const month of [...monthsOf('2026-01'), '2028-02', '2027-02']) {
    const weeks = weeksOf(month);
    const days = weeks.flat();
    for (const [monday = '', ...rest] of weeks) {
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(rest).toHaveLength(6);
    }
    const [year = 0, number = 0] = month.split('-').map(Number);
    expect(days.filter((day) => day.startsWith(month))).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
    expect(new Set(days).size).toBe(days.length);
  }
});

const due = (id: string, day: string | null, changes: Parameters<typeof anAsset>[1] = {}) =>
  anAsset(id, { due_date: day, calibration_status: 'calibrated', ...changes });
const done = (asset: string, day: string, changes: Partial<ListedCalibration> = {}): ListedCalibration => ({
  id: `${asset} ${day}`,
  version: 1,
  kind: 'internal',
  organization_id: 'o',
  asset: { id: `id-${asset}`, asset_id: asset, name: asset },
  channel_id: null,
  calibration_date: day,
  due_date: null,
  calibration_location_id: null,
  lab_name: null,
  lab_certificate_number: null,
  recorded_by: { id: 'p', full_name: 'P', role: 'technician', profile_picture_url: null },
  recorded_at: `${day}T10:00:00Z`,
  voided: null,
  conforms: true,
  unit: null,
  expanded_uncertainty: null,
  profile: { adjusted: false, as_found: 'fail', as_left: 'pass' },
  certificate: null,
  ...changes
});
const both = { shown: 'both', places: null, today: '2026-06-15' } as const;

test('a day names what falls due, the most urgent first, and then what was calibrated', () => {
  const entries = entriesByDay(
    [
      due('LATER', '2026-11-20'),
      due('SOON', '2026-11-20', { calibration_status: 'due_soon' }),
      due('OVER', '2026-11-20', { calibration_status: 'overdue' }),
      due('NEVER', null)
    ],
    [done('LATER', '2026-11-20')],
    both
  );
  expect(entries.get('2026-11-20')?.map(({ label, kind, type }) => [label, kind, type])).toEqual([
    ['OVER', 'overdue', 'due'],
    ['SOON', 'due', 'due'],
    ['LATER', 'waiting', 'due'],
    ['LATER', 'pass', 'done']
  ]);
  expect(entries.size).toBe(1);
  expect(countEntries(entries, ['2026-11-19', '2026-11-20'])).toEqual({ due: 3, overdue: 1, done: 1 });
});

test('nothing falls due of what is retired or out of service; what was voided was not done', () => {
  const since = { since: TODAY, reason: 'dropped', until: null, by: null };
  const entries = entriesByDay(
    [due('R', '2026-11-20', { status: 'retired' }), due('O', '2026-11-20', { out_of_service: since })],
    [
      done('R', '2026-11-01'),
      done('O', '2026-11-02', { voided: { at: '2026-11-03T00:00:00Z', by: null, reason: 'wrong' } as never })
    ],
    both
  );
  expect([...entries.keys()]).toEqual(['2026-11-01']);
});

test('a location shows the assets of its branch, and can show only those that are due', () => {
  const assets = [due('A', '2026-11-20', { location_id: 'hall' }), due('B', '2026-11-21', { location_id: null })];
  const calibrations = [done('A', '2026-11-01'), done('B', '2026-11-02')];
  const inHall = entriesByDay(assets, calibrations, { ...both, places: new Set(['works', 'hall']) });
  expect([...inHall.keys()].sort()).toEqual(['2026-11-01', '2026-11-20']);
  const alone = entriesByDay(assets, calibrations, { ...both, shown: 'due' });
  expect([...alone.keys()].sort()).toEqual(['2026-11-20', '2026-11-21']);
});

test('entries without a day are left out', () => {
  expect(byDay([{ day: null }, { day: TODAY }], ({ day }) => day)).toEqual(new Map([[TODAY, [{ day: TODAY }]]]));
});

test('a task is shown on its day, as late after it, and not at all for a retired asset', () => {
  const task = (id: string, next_due: string) => ({
    ...{ id, name: id, kind: 'other' as const, channel_id: null, lead_days: null, last_done: null },
    interval: { value: 1, unit: 'months' as const },
    next_due
  });
  const tasks = [task('late', '2026-06-14'), task('soon', '2026-06-15')];
  const entries = entriesByDay([anAsset('A', { tasks }), anAsset('B', { tasks, status: 'retired' })], [], both);
  expect([...entries].map(([day, found]) => [day, found.map(({ name, kind }) => [name, kind])])).toEqual([
    ['2026-06-14', [['late', 'overdue']]],
    ['2026-06-15', [['soon', 'waiting']]]
  ]);
});
