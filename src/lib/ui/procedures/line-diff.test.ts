import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const told = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`);

it('lists removed and added lines', () => {
  expect(told('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
  expect(told('', 'a')).toEqual(['-', '+a']);
  expect(told('a\nb', 'b\na')).toEqual(['-a', ' b', '+a']);
});

it('gives both texts back, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text).join('\n'); // prettier-ignore
      expect([without('new'), without('gone')]).toEqual([before, after]);
    })
  );
});
