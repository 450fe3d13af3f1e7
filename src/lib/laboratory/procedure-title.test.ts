import { expect, test } from 'vitest';
import { procedureTitle } from './procedure-title.ts';

test.each<[string | null, string, string]>([
  ['P-1', 'Comparison', 'P-1 Comparison'],
  ['Comparison', 'comparison ', 'Comparison'],
  ['P-1', '', 'P-1'],
  [null, 'Comparison', 'Comparison'],
  ['P-1', 'P-1 in a bath', 'P-1 P-1 in a bath']
])('the procedure %j with the name %j is shown as %j', (code, name, title) => {
  expect(procedureTitle({ code, name })).toBe(title);
});
