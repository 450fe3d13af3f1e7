import { expect, test } from 'vitest';
import { addContribution, setFields } from './form-edits.ts';
import { aTransmitter } from '../form/form-fixture.ts';
import { formFor } from '../form/begin-form.ts';
import { emptyRow, type Side } from '../rows/form-rows.ts';
import { excludePoint, planNominals, setAdjusted } from './row-edits.ts';
import {
  addRows,
  alongside,
  editFrom,
  pasteReadings,
  removeRows,
  sharedReference,
  typeMeasured,
  typePlanned,
  typeReference,
  unread,
  type Forms
} from './shared-edits.ts';

const blank = (nominals: readonly string[]) => ({
  ...formFor({ asset: aTransmitter(), channel: null, previous: null, previousReferences: [], today: '2026-11-22' }),
  rows: nominals.map((nominal, i) => emptyRow(i, nominal)),
  next_id: nominals.length
});
const probes = (n: number, nominals: readonly string[] = ['0', '50', '100']): Forms =>
  Array.from({ length: n }, () => blank(nominals));
const nominals = (forms: Forms) => forms.map(({ rows }) => rows.map(({ nominal }) => nominal));
const readings = (forms: Forms, side: Side = 'left') =>
  forms.map(({ rows }) => rows.map((row) => `${row[side].reference}|${row[side].measured}`));
const all = (forms: Forms, ...edits: ((forms: Forms) => Forms)[]) => edits.reduce((now, edit) => edit(now), forms);

test('the reference is typed once and is the reference of every probe; a reading is of one', () => {
  const forms = all(probes(3), typeReference(1, 'left', '50.02'), typeMeasured(2, 1, 'left', '50.11'));
  expect(readings(forms).map((rows) => rows[1])).toEqual(['50.02|', '50.02|', '50.02|50.11']);
  expect(sharedReference(forms, 1, 'left')).toEqual({ text: '50.02', differs: false });
});

test('where drafts were typed alone and differ, each keeps its own until the reference is typed anew', () => {
  const [a, b] = [typeReference(0, 'left', '0.01')(probes(1)), typeReference(0, 'left', '0.02')(probes(1))];
  const forms = alongside([...a, ...b], 0);
  expect(sharedReference(forms, 0, 'left')).toEqual({ text: '', differs: true });
  expect(readings(forms).map((rows) => rows[0])).toEqual(['0.01|', '0.02|']);
  expect(readings(typeReference(0, 'left', '0.03')(forms)).map((rows) => rows[0])).toEqual(['0.03|', '0.03|']);
});

test('one number is one reference, however it is typed', () => {
  const [a, b] = [typeReference(0, 'left', '50')(probes(1)), typeReference(0, 'left', '50.0')(probes(1))];
  expect(sharedReference([...a, ...b], 0, 'left').differs).toBe(false);
});

test('plans are laid beside each other: readings stay with their nominal values, a row that only one has is a row of all', () => {
  const typed = all(
    probes(1, ['0', '20', '50.0']),
    typeReference(1, 'left', '20.01'),
    typeMeasured(0, 1, 'left', '20.1')
  );
  const forms = alongside([...probes(1), ...typed], 0);
  expect(nominals(forms)).toEqual([
    ['0', '50', '100', '20'],
    ['0', '50', '100', '20']
  ]);
  expect(readings(forms)[1]).toEqual(['|', '|', '|', '20.01|20.1']);
  // The other has the reference of that row, and its reading is asked for.
  expect(readings(forms)[0]).toEqual(['|', '|', '|', '20.01|']);
  expect(alongside(forms, 0)).toEqual(forms);
});

test('repeats of one level stay repeats: as many rows as the probe with the most readings has', () => {
  const twice = all(probes(1, ['50', '50']), typeMeasured(0, 0, 'left', '50.1'), typeMeasured(0, 1, 'left', '50.2'));
  const forms = alongside([...probes(1, ['0', '50']), ...twice], 0);
  expect(nominals(forms)[0]).toEqual(['0', '50', '50']);
  expect(readings(forms)[1]).toEqual(['|', '|50.1', '|50.2']);
});

test('what is shared is set for all, what is not for one', () => {
  const own = probes(3).map((form, i) => ({ ...form, resolution: `0.0${i}` }));
  const air = { temperature: '22.4', humidity: '', pressure: '' };
  const forms = all(
    own,
    editFrom(1, setFields({ environment: air })),
    editFrom(1, setFields({ specification: 'IEC' }))
  );
  expect(forms.map(({ environment }) => environment)).toEqual([air, air, air]);
  expect(forms.map(({ specification }) => specification)).toEqual(['', 'IEC', '']);
  expect(forms.map(({ resolution }) => resolution)).toEqual(['0.00', '0.01', '0.02']);
});

test('a line of the budget is added once for all, and no number is given twice', () => {
  const more = addRows('left')(probes(1));
  const forms = editFrom(0, addContribution())([...more, ...more.map((form) => ({ ...form, next_id: 9 }))]);
  expect(forms.map(({ contributions }) => contributions.length)).toEqual([1, 1]);
  for (const form of forms) expect(form.next_id).toBeGreaterThan(Math.max(...form.rows.map(({ id }) => id)));
});

test('the run is chosen for all; readings typed so far are those before the adjustment', () => {
  const typed = all(probes(2), typeReference(0, 'left', '0.01'), typeMeasured(1, 0, 'left', '0.1'));
  const forms = editFrom(0, setAdjusted(true))(typed);
  expect(forms.map(({ adjusted }) => adjusted)).toEqual([true, true]);
  expect(readings(forms, 'found').map((rows) => rows[0])).toEqual(['0.01|', '0.01|0.1']);
  expect(readings(forms, 'left').map((rows) => rows[0])).toEqual(['|', '|']);
});

test('a plan laid out for one is the plan of all, and no reading of any is lost', () => {
  const typed = all(probes(2), typeReference(1, 'left', '50.02'), typeMeasured(1, 1, 'left', '50.1'));
  const forms = editFrom(0, planNominals(['0', '25', '75']))(typed);
  expect(nominals(forms)[0]).toEqual(nominals(forms)[1]);
  expect(readings(forms)[1]).toContain('50.02|50.1');
});

test('rows are added, named and taken away in all', () => {
  const forms = all(probes(2), addRows('left'), typePlanned(3, '150'), removeRows(0, 'left'));
  expect(nominals(forms)).toEqual([
    ['50', '100', '150'],
    ['50', '100', '150']
  ]);
});

test('a table is pasted over reference and probes; more rows than planned are added', () => {
  const cells = [
    ['0.01', '0.1', '0.2'],
    ['50.02', '50.1', ''],
    ['100.0', '100.1', '100.2'],
    ['150.0', '150.1', '150.2', 'of no probe']
  ];
  const forms = pasteReadings(cells, 0, 0, 'left')(probes(2));
  expect(readings(forms)).toEqual([
    ['0.01|0.1', '50.02|50.1', '100.0|100.1', '150.0|150.1'],
    ['0.01|0.2', '50.02|', '100.0|100.2', '150.0|150.2']
  ]);
  expect(readings(pasteReadings([['1.5']], 1, 2, 'left')(forms))[1]?.[1]).toBe('50.02|1.5');
});

test('a point is unread where the reference was read and the probe was not, and did not leave it out', () => {
  const typed = all(
    probes(2),
    typeReference(0, 'left', '0'),
    typeReference(1, 'left', '50'),
    typeMeasured(0, 0, 'left', '0.1')
  );
  expect(typed.map((form) => unread(form, 'left').map(({ nominal }) => nominal))).toEqual([['50'], ['0', '50']]);
  const left = typed.map((form) => excludePoint(form.rows[1]?.id ?? -1, 'left', true)(form));
  expect(left.map((form) => unread(form, 'left').length)).toEqual([0, 1]);
});

test('no edit, no new form', () => {
  const forms = probes(2);
  expect(editFrom(0, (form) => form)(forms)).toBe(forms);
  expect(alongside(forms, 0).map((form, i) => form === forms[i])).toEqual([true, true]);
});
