/** What TeX reads as something else, and how it is written as text. */
const WRITTEN: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  // Other characters in TeX's own encodings, shorthands of babel, or parts of ligatures.
  '"': '\\textquotedbl{}',
  "'": '\\textquotesingle{}',
  '`': '\\textasciigrave{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}'
};
const SPECIAL = /[\\{}#$%&_^~"'`<>|]/gu;

/** Two of them would become a dash or a quotation mark. */
const PAIRED = /([-,])(?=\1)/gu;

/** A line or tab in a value is a space: an empty line would end a paragraph, and with it a cell or an argument. */
const SPACES = /[\s\u2028\u2029\u0085]+/gu;
/** Spaces that must not become ordinary ones. */
const KEPT_SPACES = /[\u00a0\u202f\u2007\u2009]/u;
// Control and private-use characters, unpaired halves of characters, and marks that turn the direction of text.
const REMOVED = /[\p{Cc}\p{Co}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

/** A text as LaTeX source that prints these characters and cannot be a command. Line breaks become spaces. */
export function escapeTex(text: string): string {
  const oneLine = text.replace(SPACES, (found) =>
    KEPT_SPACES.test(found) ? found.replace(/[\n\r\t\v\f]/gu, ' ') : ' '
  );
  return oneLine
    .replace(REMOVED, '')
    .replace(SPECIAL, (found) => WRITTEN[found] ?? '')
    .replace(PAIRED, '$1{}');
}
