/** Rows of a form by chance, for the tests of the points. */
import fc, { type Arbitrary } from 'fast-check';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { aForm } from '../form/form-fixture.ts';
import { EMPTY_READING, emptyRow, type Row } from '../rows/form-rows.ts';
import { finite, positive } from './parts-fixture.ts';

/** Rows as they are typed: every planned value told, or none. */
export const typedRows: Arbitrary<Partial<CalibrateForm>> = fc.boolean().chain((planned) => {
  const reading = fc.record({
    reference: finite.map(String),
    measured: finite.map(String),
    u_reference: fc.option(positive.map(String), { nil: '' }),
    u_measured: fc.option(positive.map(String), { nil: '' }),
    excluded: planned ? fc.boolean() : fc.constant(false)
  });
  const side = planned ? fc.option(reading, { nil: EMPTY_READING }) : reading;
  const row = fc
    .record({
      nominal: planned ? fc.constantFrom('0', '25', '50') : fc.constant(''),
      direction: fc.constantFrom('', 'up', 'down'),
      left: side,
      found: side
    })
    .map((typed) => ({ ...emptyRow(0), ...typed }) as Row);
  const numbered = (from: number) => (rows: readonly Row[]) => rows.map((one, i) => ({ ...one, id: from + i }));
  return fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 8 }).map(numbered(0)),
    checks: fc.array(row, { maxLength: 3 }).map(numbered(10)),
    adjusted: fc.boolean(),
    verified: fc.boolean(),
    directions: fc.boolean(),
    repeats: fc.constantFrom('plan', 'equal', 'none'),
    fit: fc.constantFrom('ols' as const, 'wls' as const).map((method) => ({ ...aForm([]).fit, method }))
  });
});
