import { expect, test } from 'vitest';
import { moveFor, turnSign, type KeyPress } from './grid-keys.ts';

const shape = { rows: 3, columns: ['nominal', 'reference', 'measured'] as const };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shift: false,
  atStart: false,
  atEnd: false,
  touch: false,
  ...more
});

test('Enter goes to the next point, back to the column where the row was begun', () => {
  expect(moveFor(press('Enter'), { row: 0, column: 'measured' }, 'reference', shape)).toEqual({
    to: { row: 1, column: 'reference' }
  });
  expect(moveFor(press('Enter'), { row: 0, column: 'measured' }, 'measured', shape)).toEqual({
    to: { row: 1, column: 'measured' }
  });
});

test('Enter in the last row asks for another one', () => {
  expect(moveFor(press('Enter'), { row: 2, column: 'measured' }, 'reference', shape)).toEqual({ append: 'reference' });
});

test('by touch Enter goes from reference to indication to the next reference', () => {
  const touch = { touch: true };
  expect(moveFor(press('Enter', touch), { row: 0, column: 'reference' }, 'reference', shape)).toEqual({
    to: { row: 0, column: 'measured' }
  });
  expect(moveFor(press('Enter', touch), { row: 0, column: 'measured' }, 'reference', shape)).toEqual({
    to: { row: 1, column: 'reference' }
  });
});

test('arrows leave a cell only from its edge, and never the grid', () => {
  const from = { row: 0, column: 'reference' } as const;
  expect(moveFor(press('ArrowRight'), from, 'reference', shape)).toBeNull();
  expect(moveFor(press('ArrowRight', { atEnd: true }), from, 'reference', shape)).toEqual({
    to: { row: 0, column: 'measured' }
  });
  expect(moveFor(press('ArrowUp'), from, 'reference', shape)).toBeNull();
  expect(moveFor(press('ArrowDown'), { row: 2, column: 'measured' }, 'reference', shape)).toBeNull();
  expect(moveFor(press('ArrowRight', { atEnd: true }), { row: 0, column: 'measured' }, 'reference', shape)).toBeNull();
});

test('letters stay with the cell', () => {
  expect(moveFor(press('5'), { row: 0, column: 'measured' }, 'reference', shape)).toBeNull();
});

test('a sign can be turned without a minus key', () => {
  expect(turnSign('0.05')).toBe('−0.05');
  expect(turnSign('−0.05')).toBe('0.05');
  expect(turnSign('-3')).toBe('3');
  expect(turnSign('')).toBe('−');
});
