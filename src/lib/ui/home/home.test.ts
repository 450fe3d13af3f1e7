import { describe, expect, it } from 'vitest';
import type { CalibrationStatus } from '#lib/contracts/assets.ts';
import { layOutRuler, RULER } from './due-ruler.ts';
import { summarize } from './home-summary.ts';

const asset = (
  asset_id: string,
  calibration_status: CalibrationStatus,
  due_date: string | null,
  status: 'active' | 'retired' = 'active'
) => ({
  id: asset_id,
  asset_id,
  name: asset_id,
  location_name: null,
  status,
  out_of_service: null,
  due_date,
  calibration_status,
  last_verdict: null
});

const TODAY = '2026-11-20';

describe('summarize', () => {
  it('lists overdue and due assets by date and counts the rest, without the retired', () => {
    const summary = summarize(
      [
        asset('C', 'due_soon', '2026-12-01'),
        asset('A', 'calibrated', '2027-05-01'),
        asset('B', 'overdue', '2026-10-17'),
        asset('D', 'never', null),
        asset('E', 'overdue', '2026-01-01', 'retired')
      ],
      TODAY
    );
    expect(summary.toDo.map(({ asset_id }) => asset_id)).toEqual(['B', 'C']);
    expect(summary.counts).toEqual({ failed: 0, calibrated: 1, due_soon: 1, overdue: 1, never: 1, out_of_service: 0 });
    expect(summary.total).toBe(4);
  });
});

it('what failed is counted and listed as such, not as calibrated', () => {
  const last_verdict = { calibration_id: 'c', conforms: false, as_found: 'fail', as_left: null } as const;
  const summary = summarize(
    [
      { ...asset('A-10', 'calibrated', '2027-05-01'), last_verdict },
      { ...asset('A-9', 'overdue', '2026-10-17'), last_verdict },
      asset('C', 'calibrated', '2027-05-01')
    ],
    TODAY
  );
  expect(summary.counts).toEqual({ failed: 2, calibrated: 1, due_soon: 0, overdue: 1, never: 0, out_of_service: 0 });
  expect(summary.failed.map(({ asset_id }) => asset_id)).toEqual(['A-9', 'A-10']);
  expect(summary).toMatchObject({ total: 3, toDo: [{ asset_id: 'A-9' }] });
});

it('what is out of service is counted as such, and is not due', () => {
  const out_of_service = { since: '2026-01-01T00:00:00Z', reason: 'dropped', until: null };
  const summary = summarize([{ ...asset('A', 'overdue', '2026-10-17'), out_of_service }], TODAY);
  expect(summary).toMatchObject({ total: 1, toDo: [], counts: { overdue: 0, out_of_service: 1 } });
});

describe('layOutRuler', () => {
  it('runs from the month before to twelve months on, with today between', () => {
    const ruler = layOutRuler([], '2026-11-20');
    expect([ruler.from, ruler.to]).toEqual(['2026-10-01', '2027-11-01']);
    expect(ruler.months.filter(({ withYear }) => withYear).map(({ day }) => day)).toEqual(['2026-10-01', '2027-01-01']);
    expect(ruler.today).toBeGreaterThan(100);
    expect(ruler.today).toBeLessThan(150);
  });
  it('stacks assets of one week and says how many do not fit', () => {
    const ruler = layOutRuler(
      Array.from({ length: 8 }, (_, i) => asset(`A${i}`, 'calibrated', '2027-05-11')),
      '2026-11-20'
    );
    expect(new Set(ruler.marks.map(({ x }) => x)).size).toBe(1);
    expect(ruler.marks).toHaveLength(RULER.highest);
    expect(ruler.more.map(({ n }) => n)).toEqual([3]);
  });
  it('keeps what has been overdue for years in sight', () => {
    const { marks } = layOutRuler([asset('A', 'overdue', '2019-01-01')], '2026-11-20');
    expect(marks.map(({ state }) => state)).toEqual(['overdue']);
    expect(marks[0]?.x).toBeGreaterThanOrEqual(RULER.left);
  });
});
