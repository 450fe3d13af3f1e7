import { describe, expect, test } from 'vitest';
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import {
  addressOfFilter,
  countFilters,
  filterOfAddress,
  findCalibrations,
  NO_FILTER,
  totalsOf,
  type CalibrationListFilter
} from './filter-calibrations.ts';

const person = (id: string, full_name: string) => ({
  id,
  full_name,
  role: 'technician' as const,
  profile_picture_url: null
});
const [mina, lars] = [person('m', 'Mina Okafor'), person('l', 'Lars Brandt')];
const calibration = (id: string, given: Partial<ListedCalibration> = {}): ListedCalibration => ({
  id,
  version: 1,
  kind: 'internal',
  organization_id: 'o',
  asset: { id: 'a', asset_id: 'TT-2', name: 'Réacteur' },
  channel_id: null,
  calibration_date: '2026-06-01',
  due_date: null,
  calibration_location_id: null,
  lab_name: null,
  lab_certificate_number: null,
  recorded_by: mina,
  recorded_at: '2026-06-01T10:00:00Z',
  voided: null,
  conforms: true,
  unit: '°C',
  expanded_uncertainty: 0.1,
  profile: { adjusted: false, as_found: 'pass', as_left: 'pass' },
  certificate: { number: 'NF-2026-2', state: 'issued' },
  ...given
});
const all: readonly ListedCalibration[] = [
  calibration('plain'),
  calibration('late', { calibration_date: '2026-09-01', certificate: { number: 'NF-2026-10', state: 'pending' } }),
  calibration('failed', { conforms: false, profile: { adjusted: false, as_found: 'fail', as_left: 'fail' } }),
  calibration('mended', { profile: { adjusted: true, as_found: 'fail', as_left: 'pass' }, recorded_by: lars }),
  calibration('outside', {
    kind: 'external',
    conforms: null,
    profile: null,
    lab_name: 'Hydrolab',
    lab_certificate_number: 'HC-7',
    asset: { id: 'b', asset_id: 'TT-10', name: 'Druck' }
  }),
  calibration('gone', { voided: { at: '2026-07-01T00:00:00Z', by: mina, reason: null } }),
  calibration('elsewhere', {
    organization_id: 'p',
    calibration_location_id: 'hall',
    recorded_at: '2026-11-22T10:00:00Z'
  })
];
const found = (given: Partial<CalibrationListFilter>) =>
  findCalibrations(all, { ...NO_FILTER, ...given })
    .map(({ id }) => id)
    .toSorted();

describe('calibrations on the device are narrowed', () => {
  test.each<[Partial<CalibrationListFilter>, string[]]>([
    [{}, ['elsewhere', 'failed', 'late', 'mended', 'outside', 'plain']],
    [{ voided: '1' }, ['elsewhere', 'failed', 'gone', 'late', 'mended', 'outside', 'plain']],
    [{ judgement: 'does_not_conform' }, ['failed']],
    [{ judgement: 'not_judged' }, ['outside']],
    [{ judgement: 'failed_as_found' }, ['failed', 'mended']],
    [{ person: 'l' }, ['mended']],
    [{ from: '2026-07-01' }, ['late']],
    [{ to: '2026-06-01', judgement: 'failed_as_found' }, ['failed', 'mended']],
    [{ organization: 'p' }, ['elsewhere']],
    [{ place: 'hall' }, ['elsewhere']],
    [{ kind: 'external' }, ['outside']],
    [{ certificate: 'pending' }, ['late']],
    [{ recorded: '2026-11-22' }, ['elsewhere']],
    [{ q: 'nf-2026-10' }, ['late']],
    [{ q: 'hc-7 hydro' }, ['outside']],
    [{ q: 'reacteur brandt' }, ['mended']]
  ])('%o', (filter, ids) => expect(found(filter)).toEqual(ids));
});

test('numbers count by their value when identifiers are sorted, and among equals the last recorded comes first', () => {
  const sorted = (sort: CalibrationListFilter['sort']) =>
    findCalibrations(all, { ...NO_FILTER, sort }).map(({ id }) => id);
  expect(sorted('asset').at(-1)).toBe('outside');
  expect(sorted('-asset')[0]).toBe('outside');
  expect(sorted('certificate_number').at(-1)).toBe('late');
  expect(sorted('-calibration_date').slice(0, 2)).toEqual(['late', 'elsewhere']);
});

test('the address holds the filter; what it misspells narrows nothing', () => {
  const filter: CalibrationListFilter = { ...NO_FILTER, q: 'a b', judgement: 'conforms', sort: 'asset', voided: '1' };
  expect(filterOfAddress(new URLSearchParams(addressOfFilter(filter)))).toEqual(filter);
  expect(addressOfFilter(NO_FILTER)).toBe('');
  expect(filterOfAddress(new URLSearchParams('judgement=x&from=20.11.2026&sort=-colour&kind=&recorded=no'))).toEqual(
    NO_FILTER
  );
  expect(countFilters(filter)).toBe(2);
});

test('totals count verdicts, and voided ones for nothing', () => {
  expect(totalsOf(all)).toEqual({ all: 7, conforms: 4, does_not_conform: 1, not_judged: 1, failed_as_found: 2 });
  expect(totalsOf([])).toEqual({ all: 0, conforms: 0, does_not_conform: 0, not_judged: 0, failed_as_found: 0 });
});
