// cspell:ignore bfchar bfrange begincmap endcmap begincodespacerange endcodespacerange beginbfchar endbfchar findresource defineresource currentdict
/** Of a font with codes of two bytes; one that is given twice counts twice. */
const MOST_LETTERS = 65_536;
/** Of a table, if each letter has a line of its own and two more for a ligature. */
const LONGEST_TABLE = 4_000_000;
/** Of a range: those that differ in the last byte of their code. */
const LONGEST_RANGE = 256;
const OF_A_BLOCK = 100;
const BLOCK = /begin(bfchar|bfrange)\b([\s<>[\]\da-fA-F]*)end\1\b/gu;
const CODE = /^<(?:[\da-f]{2}){1,2}>$/iu;
/** UTF-16: a letter, or a ligature's. */
const TEXT = /^<(?:[\da-f]{4}){1,16}>$/iu;

/**
 * Writes the table that says which letters the codes of a font are (ISO 32000-1, 9.10.3) anew, letter by letter.
 * @returns null where it is not understood: its letters are drawn, and not found
 */
export function unicodeTable(given: string): string | null {
  if (given.length > LONGEST_TABLE) return null;
  const letters: Letter[] = [];
  for (const [, kind, content = ''] of given.matchAll(BLOCK)) {
    const tokens = content.match(/<[\da-f]*>|[[\]]/giu) ?? [];
    const found = kind === 'bfchar' ? lettersOf(tokens) : lettersOfRanges(tokens);
    for (const letter of found) if (letter === null || letters.push(letter) > MOST_LETTERS) return null;
  }
  const [[first] = ['']] = letters;
  const isOneLength = letters.every(([code]) => code.length === first.length);
  return letters.length > 0 && isOneLength ? written([...new Map(letters)], first.length - 2) : null;
}

type Letter = readonly [code: string, text: string];

/** Null where it is not understood. */
function* lettersOf(tokens: readonly string[]): Generator<Letter | null> {
  for (let i = 0; i < tokens.length; i += 2) {
    const [code = '', text = ''] = tokens.slice(i, i + 2);
    if (!CODE.test(code) || !TEXT.test(text)) return yield null;
    yield [code.toLowerCase(), text];
  }
}

/** Null where it is not understood. */
function* lettersOfRanges(tokens: readonly string[]): Generator<Letter | null> {
  for (let i = 0; i < tokens.length;) {
    const [first = '', last = '', begin = ''] = tokens.slice(i, i + 3);
    if (!CODE.test(first) || !CODE.test(last) || first.length !== last.length) return yield null;
    const [from, to] = [numberOf(first), numberOf(last)];
    if (to < from || to - from >= LONGEST_RANGE) return yield null;
    const end = begin === '[' ? i + 3 + (to - from + 1) : i + 3;
    if (begin === '[' && tokens[end] !== ']') return yield null;
    const texts = begin === '[' ? tokens.slice(i + 3, end) : counted(begin, to - from + 1);
    if (!texts.every((text) => TEXT.test(text))) return yield null;
    for (const [n, text] of texts.entries()) yield [codeOf(from + n, first.length - 2), text];
    i = begin === '[' ? end + 1 : end;
  }
}

const numberOf = (hex: string): number => Number.parseInt(hex.slice(1, -1), 16);
const codeOf = (number: number, digits: number): string => `<${number.toString(16).padStart(digits, '0')}>`;

/** Texts of which the last unit grows by one. */
function counted(first: string, count: number): readonly string[] {
  const [before, last] = [first.slice(1, -5), Number.parseInt(first.slice(-5, -1), 16)];
  return Array.from({ length: count }, (_, n) => `<${before}${(last + n).toString(16).padStart(4, '0')}>`);
}

function written(letters: readonly Letter[], digits: number): string {
  const blocks: string[] = [];
  for (let i = 0; i < letters.length; i += OF_A_BLOCK) {
    const block = letters.slice(i, i + OF_A_BLOCK).map(([code, text]) => `${code} ${text}`);
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar');
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def',
    `1 begincodespacerange <${'0'.repeat(digits)}> <${'f'.repeat(digits)}> endcodespacerange`,
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end'
  ].join('\n');
}
