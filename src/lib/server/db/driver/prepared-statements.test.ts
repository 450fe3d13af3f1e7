import { expect, test } from 'vitest';
import { preparedStatements } from './prepared-statements.ts';

test('a statement is prepared when it is repeated, under one name', () => {
  const prepared = preparedStatements();
  expect(prepared('SELECT 1')).toEqual({});
  expect(prepared('SELECT 2')).toEqual({});
  expect(prepared('SELECT 1')).toEqual({ name: 's0' });
  expect(prepared('SELECT 2')).toEqual({ name: 's1' });
  expect(prepared('SELECT 1')).toEqual({ name: 's0' });
});

test('a statement without a plan is never prepared, and the number per connection is limited', () => {
  const prepared = preparedStatements(2);
  const twice = (text: string) => [prepared(text), prepared(text)][1];
  expect(twice('COMMIT')).toEqual({});
  expect([1, 2, 3].map((n) => twice(`SELECT ${n}`))).toEqual([{ name: 's0' }, { name: 's1' }, {}]);
});

test('texts that are used only once are forgotten', () => {
  const prepared = preparedStatements(3);
  for (let n = 0; n < 1000; n++) expect(prepared(`SELECT ${n}`)).toEqual({});
});
