import { expect, test } from 'vitest';
import { withMembers } from './json-text.ts';

test.each([
  ['{}', {}, {}],
  ['{}', { a: '1' }, { a: 1 }],
  ['{"a": {"b": []}}', {}, { a: { b: [] } }],
  ['{"a": "}"}', { 'say "b"': '["c"]', d: 'null' }, { a: '}', 'say "b"': ['c'], d: null }]
])('%s with %o', (object, members, whole) => {
  expect(JSON.parse(withMembers(object, members))).toEqual(whole);
});
