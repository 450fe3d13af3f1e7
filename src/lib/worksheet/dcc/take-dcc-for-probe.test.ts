/** Digital certificates of probes that are edited beside each other: one for each. */
import { expect, test } from 'vitest';
import type { DccReading } from '#lib/contracts/dcc.ts';
import { setFields } from '../edits/form-edits.ts';
import { editFrom, type Forms } from '../edits/shared-edits.ts';
import { formFor } from '../form/begin-form.ts';
import { buildAnalysis } from '../form/build-analysis.ts';
import { aTransmitter } from '../form/form-fixture.ts';
import { emptyRow, type Side } from '../rows/form-rows.ts';
import { applyDccTo } from './take-dcc-for-probe.ts';
import type { DccTaken } from './take-dcc.ts';

const probes = (n: number): Forms =>
  Array.from({ length: n }, () => ({
    ...formFor({ asset: aTransmitter(), channel: null, previous: null, previousReferences: [], today: '2026-11-22' }),
    rows: ['0', '50', '100'].map((nominal, i) => emptyRow(i, nominal)),
    next_id: 3
  }));
const certificate = (certificate_number: string, calibrated_to: string): DccReading => ({
  ...{ schema_version: '3.3.0', sha256: '', certificate_number, calibrated_from: calibrated_to, calibrated_to },
  ...{ laboratory: { name: 'National laboratory', code: null, address: null }, received_on: null, issued_on: null },
  ...{
    customer: null,
    items: [],
    results: [],
    proposals: [],
    leftovers: [],
    signature: { state: 'none', signer: null }
  },
  conditions: [{ path: 'a', name: 'Air', value: Number(certificate_number), unit: '°C', unit_dsi: '\\degreecelsius' }]
});
type Pairs = readonly (readonly [reference: number, measured: number])[];
const points = (pairs: Pairs) => pairs.map(([reference, measured]) => ({ reference, measured }));
const taken = (left: Pairs, found: Pairs = []): DccTaken => ({
  points: points(left),
  asFound: points(found),
  units: { unit: '°C', measured_unit: '°C' },
  stated: { expanded_uncertainty: 0.05, coverage_factor: 2 },
  each: [],
  notes: []
});
const texts = (forms: Forms, side: Side = 'left') =>
  forms.map(({ rows }) => rows.map((row) => [row.nominal, row[side].reference, row[side].measured].join('|')));
const requested = (forms: Forms, of: number) => buildAnalysis(forms[of] ?? forms[0]!).request; // eslint-disable-line @typescript-eslint/no-non-null-assertion

test('each probe has the laboratory’s data of its own certificate, and a certificate of one changes nothing of another', () => {
  const first = applyDccTo(0, certificate('21', '2026-03-01'), taken([[0.01, 0.05], [100.02, 100.1]])); // prettier-ignore
  const second = applyDccTo(1, certificate('22', '2026-03-02'), taken([[0.02, 0.03], [49.99, 50.2], [99.98, 100]])); // prettier-ignore
  const forms = second(first(probes(3)));
  expect(texts(forms)).toEqual([
    ['0|0.01|0.05', '50||', '100|100.02|100.1'],
    ['0|0.02|0.03', '50|49.99|50.2', '100|99.98|100'],
    ['0||', '50||', '100||']
  ]);
  expect(forms.map(({ kind }) => kind)).toEqual(['external', 'external', 'external']);
  expect(forms.map(({ lab }) => lab.certificate_number)).toEqual(['21', '22', '']);
  expect(forms.map(({ calibration_date }) => calibration_date)).toEqual(['2026-03-01', '2026-03-02', '2026-11-22']);
  expect(forms.map(({ environment }) => environment.temperature)).toEqual(['21', '22', '']);
  expect(forms.map(({ stated }) => stated.uncertainty)).toEqual(['0.05', '0.05', '']);
  expect(requested(forms, 0)?.points).toHaveLength(2);
  expect(requested(forms, 1)?.points).toHaveLength(3);
});

test('points of another plan have rows of their own, in which the others read nothing', () => {
  const forms = applyDccTo(1, certificate('21', '2026-03-01'), taken([[33.1, 33.2], [66.2, 66.1]]))(probes(2)); // prettier-ignore
  expect(texts(forms)).toEqual([
    ['||', '||'],
    ['|33.1|33.2', '|66.2|66.1']
  ]);
  const both = applyDccTo(0, certificate('22', '2026-03-01'), taken([[10, 10.1], [20, 20.1], [30, 30.1]]))(forms); // prettier-ignore
  expect(requested(both, 0)?.points).toEqual(points([[10, 10.1], [20, 20.1], [30, 30.1]])); // prettier-ignore
  expect(requested(both, 1)?.points).toEqual(points([[33.1, 33.2], [66.2, 66.1]])); // prettier-ignore
  expect(both[0]?.rows).toHaveLength(both[1]?.rows.length ?? 0);
});

test('one with results before an adjustment beside one without leaves the readings of both in their run', () => {
  const plain = applyDccTo(0, certificate('21', '2026-03-01'), taken([[0, 0.1], [100, 100.1]])); // prettier-ignore
  const adjusted = applyDccTo(1, certificate('22', '2026-03-01'), taken([[0, 0.01], [100, 100.01]], [[0, 0.5], [100, 100.5]])); // prettier-ignore
  for (const forms of [adjusted(plain(probes(2))), plain(adjusted(probes(2)))]) {
    expect(forms.map((form) => form.adjusted)).toEqual([true, true]);
    expect(requested(forms, 0)?.points).toMatchObject(points([[0, 0.1], [100, 100.1]])); // prettier-ignore
    expect(requested(forms, 0)?.as_found_points).toBeUndefined();
    expect(requested(forms, 1)?.as_found_points).toMatchObject(points([[0, 0.5], [100, 100.5]])); // prettier-ignore
  }
});

test('what is typed afterwards is that of all who shared it, and of a certificate of its own nothing changes', () => {
  const first = applyDccTo(0, certificate('21', '2026-03-01'), taken([[0.01, 0.05], [100.02, 100.1]])); // prettier-ignore
  const forms = first(probes(3));
  const typed = editFrom(1, setFields({ lab: { name: 'Other', certificate_number: 'X-9', accreditation: '' }, calibration_date: '2026-04-04' }))(forms); // prettier-ignore
  expect(typed.map(({ lab }) => `${lab.name} ${lab.certificate_number}`)).toEqual([
    'National laboratory 21',
    'Other X-9',
    'Other X-9'
  ]);
  expect(typed.map(({ calibration_date }) => calibration_date)).toEqual(['2026-03-01', '2026-04-04', '2026-04-04']);
  // A point that only the certificate has does not become a reading of the others that is half typed.
  expect(texts(typed)[1]).toEqual(['0||', '50||', '100||']);
});
