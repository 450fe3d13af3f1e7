import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { aForm } from '../form/form-fixture.ts';
import { EMPTY_READING, emptyRow, type Row } from '../rows/form-rows.ts';
import { FieldReader } from '../typed/field-problem.ts';
import { points } from './points.ts';
import { typedRows } from './rows-fixture.ts';
import type { NextId } from './section.ts';

vi.setConfig({ testTimeout: 30_000 });

const counter = (): NextId => {
  let next = 0;
  return () => next++;
};
const read = (form: CalibrateForm) => points.toRequest(form, new FieldReader());

test('points keep their planned values, directions, repeats and places beside each other', () => {
  fc.assert(
    fc.property(typedRows, (rows) => {
      const form = aForm([], rows);
      const asked = read(form);
      fc.pre(asked.points.length > 0);
      const again = { ...form, ...points.fromRequest(asked, form, counter()) };
      expect(read(again)).toEqual(asked);
    }),
    { numRuns: 300 }
  );
});

test('a point that one run has left out takes no other row along', () => {
  const row = (id: number, nominal: string, left: boolean): Row => ({
    ...emptyRow(id, nominal),
    left: left ? { ...EMPTY_READING, reference: nominal, measured: nominal } : EMPTY_READING,
    found: { ...EMPTY_READING, reference: nominal, measured: nominal }
  });
  const form = aForm([], { rows: [row(0, '0', false), row(1, '50', true)], adjusted: true });
  const { rows } = points.fromRequest(read(form), form, counter());
  expect(rows).toEqual(form.rows);
});
