import { expect, test } from 'vitest';
import type { Recall, RecallLine } from '#lib/contracts/recalls.ts';
import { recallLinesTable, recallsTable } from './recall-tables.ts';

const say = (key: string) => key;
const asset = { asset_id: 'TT-031', name: 'Probe' };
const figures = { error: 0.4, at: 10, expanded_uncertainty: 0.02, as_found: 'pass', as_left: null, risk: 0.01 };

test('a line of a recall is a row: what was stated, what is true, and the decision taken last', () => {
  const line = {
    calibration: {
      ...{ asset, version: 3, calibration_date: '2026-02-01', certificate_number: 'N-7', unit: '°C' },
      ...{ customer: { name: 'Acme', address: null }, location_name: null, organization_name: 'Northfield' }
    },
    ...{ depth: 2, class: 'flipped', obstacle: null, recorded: figures },
    again: { ...figures, error: 0.9, as_left: 'fail', risk: 1 },
    disposition: 'repeat',
    decisions: [{ reason: 'later' }, { reason: 'before' }]
  } as unknown as RecallLine;
  const { heads, rows } = recallLinesTable([line], say);
  const [row = []] = [...rows];
  expect(row).toHaveLength(heads.length);
  const cell = (head: string) => row[heads.indexOf(head)];
  expect(cell('recall.csv.customer')).toBe('Acme');
  expect(cell('recall.recorded recall.csv.verdict')).toBe('verdict.pass');
  expect(cell('recall.again recall.csv.verdict')).toBe('verdict.fail');
  expect(cell('recall.again recall.csv.error')).toBe(0.9);
  expect(cell('recall.decision')).toBe('recall.disposition.repeat');
  expect(cell('recall.decision_reason')).toBe('later');
  const bare = {
    ...line,
    recorded: null,
    again: null,
    obstacle: 'no_readings' as const,
    disposition: null,
    decisions: []
  };
  const [empty = []] = [...recallLinesTable([bare], say).rows];
  expect(empty).toHaveLength(heads.length);
  expect(empty[heads.indexOf('recall.csv.obstacle')]).toBe('recall.obstacle.no_readings');
});

test('a recall is a row with a number for each class', () => {
  const counts = { flipped: 1, weakened: 2, undetermined: 3, unchanged: 4, open: 5, hidden: 0 };
  const recall = {
    calibration: { asset, version: 1, calibration_date: '2026-01-01' },
    ...{ cause: 'voided', started_at: '2026-01-02T08:00:00Z', started_by: { full_name: 'Ada' }, counts }
  } as unknown as Recall;
  const { heads, rows } = recallsTable([recall], say);
  const [row = []] = [...rows];
  expect(row).toHaveLength(heads.length);
  expect(row[heads.indexOf('recall.class.undetermined')]).toBe(3);
  expect(row.at(-1)).toBe(5);
});
