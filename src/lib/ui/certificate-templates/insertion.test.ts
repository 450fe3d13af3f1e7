import { expect, it } from 'vitest';
import { elementName, insertionOf, nameInLoop } from './insertion.ts';

const written = (path: string, type: Parameters<typeof insertionOf>[0]['type']) => {
  const part = insertionOf({ path, type });
  return part && `${part.before}|${part.after}`;
};

it('prints a value, and a picture by its command', () => {
  expect(written('asset.name', 'text')).toBe(String.raw`\VAR{asset.name}|`);
  expect(written('uncertainty.figures.k', 'number')).toBe(String.raw`\VAR{uncertainty.figures.k}|`);
  expect(written('pictures.chart', 'text')).toBe(String.raw`\includegraphics{\VAR{pictures.chart}}|`);
});
it('goes through a list, asks about a flag, and leaves the cursor inside', () => {
  expect(written('runs', 'list')).toBe('\\BLOCK{for run in runs}\n|\n\\BLOCK{endfor}\n');
  expect(written('runs[].points', 'list')).toBe('\\BLOCK{for point in run.points}\n|\n\\BLOCK{endfor}\n');
  expect(written('certificate.is_copy', 'flag')).toBe('\\BLOCK{if certificate.is_copy}\n|\n\\BLOCK{endif}\n');
});
it('calls what is in a loop as the loop calls it', () => {
  expect(nameInLoop('runs[].points[].figures.error')).toBe('point.figures.error');
  expect(nameInLoop('certificate.notes[]')).toBe('note');
  expect(nameInLoop('asset.name')).toBe('asset.name');
});
it('has a name for the element of any list', () => {
  expect(['entries', 'budget', 'printed.results', 'table.head', 'table.rows', 'media'].map(elementName)).toEqual([
    ...['entry', 'source', 'section', 'row', 'row', 'one_media']
  ]);
});
it('has nothing to write for a group', () => {
  expect(insertionOf({ path: 'asset', type: 'group' })).toBeNull();
});
