import { expect, test } from 'vitest';
import type { Translate } from '#lib/i18n/translate.ts';
import { firstProblem, foldOf, shortProblem } from './first-problem.ts';

const translate: Translate = (key, options) => {
  if (key.startsWith('calibrate.place.reference')) return 'Reference';
  if (key === 'calibrate.save.lacks') return `${String(options?.values?.['place'])} missing`;
  return options?.default ?? key;
};

test('what is missing in the head comes before a half typed point, and conditions between them', () => {
  const half = { field: 'rows.3.left.measured', code: 'half_point' } as const;
  const reference = { field: 'reference', code: 'reference_missing' } as const;
  const contribution = { field: 'contributions.7.value', code: 'missing' } as const;
  expect(firstProblem([half, contribution, reference])).toBe(reference);
  expect(firstProblem([half, contribution])).toBe(contribution);
  expect(firstProblem([half])).toBe(half);
  expect(firstProblem([])).toBeUndefined();
});

test('the bar names what is missing, and says what else is wrong', () => {
  expect(shortProblem({ field: 'reference', code: 'reference_missing' }, translate)).toBe('Reference missing');
  expect(shortProblem({ field: 'rows', code: 'odd', message: 'Too odd.' }, translate)).toBe('Too odd.');
  expect(shortProblem(undefined, translate)).toBeNull();
});

test('only the fold that the field is in is opened', () => {
  expect(foldOf('environment.temperature')).toBe('head');
  expect(foldOf('tolerance.0.lower')).toBe('conditions');
  expect(foldOf('rows.1.left.measured')).toBeNull();
});
