import type { Call, Command, Commands } from './call.ts';

/** Commands that print a sign. */
export const SIGNS: Readonly<Record<string, string>> = {
  '%': '%',
  '&': '&',
  $: '$',
  '#': '#',
  _: '_',
  '{': '{',
  '}': '}',
  ' ': '\u00a0',
  ',': '\u202f',
  ';': '\u2004',
  ':': '\u2005',
  '!': '',
  '/': '',
  '-': '',
  '@': '',
  quad: '\u2003',
  qquad: '\u2003\u2003',
  enspace: '\u2002',
  thinspace: '\u202f',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textless: '<',
  textgreater: '>',
  textbar: '|',
  textbraceleft: '{',
  textbraceright: '}',
  textunderscore: '_',
  textdollar: '$',
  textquotesingle: "'",
  textquotedbl: '"',
  textasciigrave: '`',
  textendash: '–',
  textemdash: '—',
  textellipsis: '…',
  ldots: '…',
  dots: '…',
  textbullet: '•',
  textperiodcentered: '·',
  textdegree: '°',
  textcelsius: '°C',
  textmu: 'µ',
  textohm: 'Ω',
  textpm: '±',
  texttimes: '×',
  textdiv: '÷',
  textonehalf: '½',
  textonequarter: '¼',
  textthreequarters: '¾',
  textonesuperior: '¹',
  texttwosuperior: '²',
  textthreesuperior: '³',
  textperthousand: '‰',
  texteuro: '€',
  textsterling: '£',
  pounds: '£',
  textsection: '§',
  S: '§',
  P: '¶',
  copyright: '©',
  textcopyright: '©',
  textregistered: '®',
  texttrademark: '™',
  textquoteleft: '‘',
  textquoteright: '’',
  textquotedblleft: '“',
  textquotedblright: '”',
  quotedblbase: '„',
  quotesinglbase: '‚',
  guillemotleft: '«',
  guillemotright: '»',
  guilsinglleft: '‹',
  guilsinglright: '›',
  glqq: '„',
  grqq: '“',
  glq: '‚',
  grq: '‘',
  flqq: '«',
  frqq: '»',
  og: '«\u00a0',
  fg: '\u00a0»',
  ss: 'ß',
  SS: 'SS',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
  j: 'ȷ',
  TeX: 'TeX',
  LaTeX: 'LaTeX'
};

/** Accents as combining characters (Unicode, 7.9). */
const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  H: '\u030b',
  k: '\u0328',
  r: '\u030a',
  u: '\u0306',
  v: '\u030c',
  d: '\u0323'
};

const sign =
  (text: string): Command =>
  ({ flow, scope }: Call) =>
    flow.literal(text, scope.style);

const accent =
  (mark: string): Command =>
  (call) => {
    const letter = call.word().replace(/^\\([ij])$/u, '$1');
    if ([...letter].length > 1) call.fault('one_letter', { given: letter });
    // A mark alone stands on a space.
    call.flow.literal((letter === '' ? '\u00a0' : letter).concat(mark).normalize('NFC'), call.scope.style);
  };

export const SIGN_COMMANDS: Commands = {
  ...Object.fromEntries(Object.entries(SIGNS).map(([name, text]) => [name, sign(text)])),
  ...Object.fromEntries(Object.entries(ACCENTS).map(([name, mark]) => [name, accent(mark)]))
};
