import { expect, test } from 'vitest';
import type { Traceability, TracedCalibration } from '#lib/contracts/traceability.ts';
import { branchesOf, chainsOf, type Branch } from './branches.ts';
import { traceabilityCsv } from './traceability-csv.ts';

const traced = (id: string, rests_on_id: string | null, given: Partial<TracedCalibration> = {}): TracedCalibration => ({
  id,
  rests_on_id,
  organization_id: 'o',
  organization_name: 'Northfield',
  asset: { id: `${id}-asset`, asset_id: id, name: `Asset ${id}` },
  channel_id: null,
  channel_name: null,
  version: 1,
  kind: 'internal',
  calibration_date: '2026-03-04',
  due_date: null,
  lab_name: null,
  lab_certificate_number: null,
  lab_accreditation: null,
  conforms: true,
  unit: '°C',
  expanded_uncertainty: 0.05,
  coverage_factor: 2,
  certificate_number: `N-${id}`,
  voided: false,
  depth: 0,
  hidden_between: 0,
  ...given
});
const found = (root_ids: string[], ...calibrations: TracedCalibration[]): Traceability => ({
  root_ids,
  calibrations,
  hidden: 0,
  is_complete: true
});
const names = (branches: readonly Branch[]): string =>
  branches.map(({ calibration, below }) => calibration.id + (below.length > 0 ? `(${names(below)})` : '')).join(' ');

test('each root has its chain, also where two meet; a circle is reported once', () => {
  const shared = found(['a', 'b'], traced('a', 'r'), traced('b', 'r'), traced('r', null));
  expect(chainsOf(shared).map((chain) => chain.map(({ id }) => id))).toEqual([
    ['a', 'r'],
    ['b', 'r']
  ]);
  const circle = found(['a'], traced('a', 'b'), traced('b', 'a'));
  expect(chainsOf(circle).map((chain) => chain.map(({ id }) => id))).toEqual([['a', 'b']]);
});

test('what rests on a calibration is a tree below it, whatever the calibration itself rests on', () => {
  const used = found(['r'], traced('r', 'c'), traced('a', 'r'), traced('b', 'r'), traced('c', 'a'));
  expect(names(branchesOf(used, 'r'))).toBe('a(c) b');
});

test('a table has a row for each, with numbers as the language writes them and no formula', () => {
  const hostile = traced('a', 'r', { asset: { id: 'x', asset_id: '=1+1', name: 'a;b' } });
  const csv = traceabilityCsv(found(['a'], hostile, traced('r', null)), (key) => key, 'de');
  const [, first = '', second = ''] = csv.split('\r\n');
  expect(first).toContain(`0;'=1+1;"a;b";`);
  expect(first).toContain(';0,05;2;°C;');
  expect(first).toContain(';N-r;0');
  expect(second).toContain(';N-r;');
});
