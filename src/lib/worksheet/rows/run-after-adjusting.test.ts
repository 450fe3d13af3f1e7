import { expect, test } from 'vitest';
import { setAdjusted, typeReading } from '../edits/row-edits.ts';
import { aForm } from '../form/form-fixture.ts';
import { runAfterAdjusting } from './form-rows.ts';

test('once the instrument is adjusted, what was typed was found: the numbers after the adjustment come next', () => {
  const adjusted = setAdjusted(true)(aForm([['50', '50.1']]));
  expect(adjusted.rows[0]?.found.measured).toBe('50.1');
  expect(runAfterAdjusting(adjusted)).toBe('left');
});

test('before anything is typed, the numbers before the adjustment come first', () => {
  const empty = setAdjusted(true)(aForm([['', '']]));
  expect(runAfterAdjusting(empty)).toBe('found');
  const [row] = empty.rows;
  expect(runAfterAdjusting(typeReading(row?.id ?? 0, 'found', 'measured', '50.1')(empty))).toBe('left');
});
