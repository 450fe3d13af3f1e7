import { expect, test } from 'vitest';
import { linkVisible, type Link } from './link-visible.ts';

const chain: readonly Link[] = [
  { id: 'c', rests_on_id: 'b', depth: 0 },
  { id: 'b', rests_on_id: 'a', depth: 1 },
  { id: 'a', rests_on_id: null, depth: 2 }
];
const seen =
  (...ids: string[]) =>
  (id: string) =>
    ids.includes(id);

test.each([
  { sees: ['a', 'b', 'c'], expected: { c: ['b', 0], b: ['a', 0], a: [null, 0] } },
  { sees: ['a', 'c'], expected: { c: ['a', 1], a: [null, 0] } },
  { sees: ['c'], expected: { c: [null, 2] } },
  { sees: [], expected: {} }
])('who sees $sees is led from each to the next of them', ({ sees, expected }) => {
  const links = [...linkVisible(chain, seen(...sees))].map(([id, link]) => [
    id,
    [link.rests_on_id, link.hidden_between]
  ]);
  expect(Object.fromEntries(links)).toEqual(expected);
});

test('a circle of hidden records ends', () => {
  const circle = [
    { id: 'c', rests_on_id: 'b', depth: 0 },
    { id: 'b', rests_on_id: 'a', depth: 1 },
    { id: 'a', rests_on_id: 'b', depth: 2 }
  ];
  expect(linkVisible(circle, seen('c')).get('c')).toMatchObject({ rests_on_id: null, hidden_between: 2 });
});
