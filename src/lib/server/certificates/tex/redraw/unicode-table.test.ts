// cspell:ignore bfchar bfrange beginbfchar endbfchar beginbfrange endbfrange fffffd endcodespacerange
import { describe, expect, it } from 'vitest';
import { unicodeTable } from './unicode-table.ts';

const lettersOf = (table: string | null) => table?.match(/^<\w+> <\w+>$/gmu);

describe('the table of a font’s letters', () => {
  it('is written anew, letter by letter', () => {
    const given = `2 beginbfchar <41> <0041> <42> <00660069> endbfchar
      2 beginbfrange <61> <63> <0061> <70><71>[<0391> <D835DC00>] endbfrange`;
    expect(lettersOf(unicodeTable(given))).toEqual([
      '<41> <0041>',
      '<42> <00660069>',
      '<61> <0061>',
      '<62> <0062>',
      '<63> <0063>',
      '<70> <0391>',
      '<71> <D835DC00>'
    ]);
    expect(unicodeTable('1 beginbfrange <0041> <0042> <0041> endbfrange')).toContain('<0000> <ffff> endcodespacerange');
  });

  it.each([
    '',
    '1 beginbfrange <000000> <fffffd> <0041> endbfrange',
    '1 beginbfrange <0000> <ffff> <0041> endbfrange',
    '1 beginbfrange <42> <41> <0041> endbfrange',
    '1 beginbfrange <41> <42> [<0041>] endbfrange',
    '1 beginbfrange <41> <42> [<0041> endbfrange',
    '1 beginbfchar <41> endbfchar',
    '1 beginbfchar <41> <41> endbfchar',
    '2 beginbfchar <41> <0041> <0042> <0042> endbfchar',
    `1 beginbfchar <41> <${'0041'.repeat(17)}> endbfchar`,
    `beginbfchar ${'<0041> <0041> '.repeat(65_537)} endbfchar`,
    `beginbfrange ${'<0000> <00ff> <0041> '.repeat(100_000)} endbfrange`,
    `beginbfchar <41> <0041> ${' '.repeat(4_000_000)} endbfchar`
  ])('is left out where it is not understood: %#', (given) => {
    expect(unicodeTable(given)).toBeNull();
  });
});
