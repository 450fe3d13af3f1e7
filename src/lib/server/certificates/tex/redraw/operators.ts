// cspell:ignore BDC BMC EMC SCN scn

/**
 * What an operator of a content stream takes: `n` a number, `s` a string, `/` a name (ISO 32000-1, annex A). Some viewers stop reading
 * a drawing where something is missing. Neither patterns, shadings nor text that clips are among it.
 */
export const TAKES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    '': 'b B b* B* BT ET f F f* h n q Q s S T* W W* EMC',
    n: 'i j J M w G g Tc TL Tr Ts Tw Tz',
    nn: 'l m Td TD',
    nnn: 'RG rg',
    nnnn: 'K k re v y',
    nnnnnn: 'c cm Tm',
    'n{1,32}': 'SC sc SCN scn',
    '/': 'CS cs Do gs ri',
    '/n': 'Tf',
    s: "Tj '",
    nns: '"',
    '\\[[ns]*\\]': 'TJ',
    '\\[n*\\]n': 'd'
  }).flatMap(([operands, operators]) =>
    operators.split(' ').map((one) => [one, new RegExp(`^${operands}$`, 'u')] as const)
  )
);

/** Marks, of structure and of layers, which nobody needs here. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['BMC', 'BDC', 'MP', 'DP', 'BX', 'EX']);

/** A shading, which is refused by its name. */
export const SHADING = 'sh';

/** Whether a content stream may contain it at all. Pictures within the stream (BI, ID, EI) are excluded: they can hold anything. */
export const isOperator = (word: string): boolean => TAKES.has(word) || LEFT_OUT.has(word) || word === SHADING;
