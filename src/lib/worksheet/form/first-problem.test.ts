import { expect, test } from 'vitest';
import { firstProblem, foldOf } from './first-problem.ts';

test('what is missing in the head comes before a half typed point, and conditions between them', () => {
  const half = { field: 'rows.3.left.measured', code: 'half_point' } as const;
  const reference = { field: 'reference', code: 'reference_missing' } as const;
  const contribution = { field: 'contributions.7.value', code: 'missing' } as const;
  expect(firstProblem([half, contribution, reference])).toBe(reference);
  expect(firstProblem([half, contribution])).toBe(contribution);
  expect(firstProblem([half])).toBe(half);
  expect(firstProblem([])).toBeUndefined();
});

test('only the fold that the field is in is opened', () => {
  expect(foldOf('environment.temperature')).toBe('head');
  expect(foldOf('tolerance.0.lower')).toBe('conditions');
  expect(foldOf('rows.1.left.measured')).toBeNull();
});
