// cspell:ignore ijlt nolinkurl hypertarget
/** A place where a line may end though nothing is printed there: the zero-width space of Unicode. */
export const BREAK = '\u200b';

/** Widths of letters in sizes of the type, of sans-serif letters at their widest: letters of other scripts count as broad. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlt.,:;'|!()[\]/-]/u, 0.33],
  [/[wmWM@%\u0152\u0153\u00c6\u00e6\u2014]/u, 0.98],
  [/[\p{Ll}\p{Nd}_?=+*#$<>]/u, 0.54],
  [/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u, 0.74]
];
const BROAD = 1;

/** Less than any column of the built-in template holds, in the same unit: shorter words are never broken. */
const ALWAYS_FITS = 12;
/** So many letters of a long word stay together. */
const TOGETHER = 3;
/** A longer word ends a line after one of these, if it can. */
const AFTER = /[-/_.,:@]/u;

/** An address is for \href as often as for print. */
const ADDRESS = /^(?:[a-z]+:\/\/|www\.|mailto:)\S*$|^[^\s@]+@[^\s@]+$/iu;

/** A text from a record with places to break its very long words, which TeX would set across the next column or the margin. */
export const breakable = (text: string): string => (ADDRESS.test(text) ? text : breakableWords(text));

/** The same of a text that is printed, whatever it is. */
export function breakableWords(text: string): string {
  // Most texts have no word of so many letters.
  if (text.length <= ALWAYS_FITS) return text;
  return text.replace(/[^\s\u200b]{13,}/gu, (word) => (widthOf(word) > ALWAYS_FITS ? withBreaks(word) : word));
}

const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? BROAD), 0);

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The time to divide a text grows with the square of its length. */
const DIVIDED_AT_ONCE = 256;

/** As a reader sees them: with their accents and joiners. */
function* lettersOf(word: string): Generator<string> {
  if (/^[\x21-\x7e]*$/u.test(word)) return yield* word;
  for (let at = 0; at < word.length;) {
    const part = word.slice(at, at + DIVIDED_AT_ONCE);
    const letters = [...segments.segment(part)];
    // The last one may go on in the next part.
    const last = at + part.length < word.length && letters.length > 1 ? letters.pop() : undefined;
    for (const { segment } of letters) yield segment;
    at += last?.index ?? part.length;
  }
}

function withBreaks(word: string): string {
  let written = '';
  let since = 0;
  let last = '';
  for (const segment of lettersOf(word)) {
    const splitsLigature = last === 'f' && /^[fil]/u.test(segment);
    if (since > 0 && (since >= TOGETHER || AFTER.test(last)) && !splitsLigature) {
      written += BREAK;
      since = 0;
    }
    written += segment;
    since += 1;
    last = segment;
  }
  return written;
}

/** A filled source as it would be if no word were long. */
export const withoutBreaks = (source: string): string => source.replaceAll(BREAK, '');

/** Arguments that are names or addresses, not text. Whatever the source, a letter is read a few hundred times at most. */
const NAMES =
  /\\(?:href|url|nolinkurl|path|hyperlink|hypertarget|hyperref|label|ref|pageref|includegraphics|qrcode)\*?(?:\[[^\]]{0,300}\])?\{(?:\\[\s\S]|[^{}\\]|\{(?:\\[\s\S]|[^{}\\])*\})*\}/gu;

/** A filled source whose names and addresses are as they were. */
export const withoutBreaksInNames = (source: string): string =>
  source.includes(BREAK) ? source.replace(NAMES, withoutBreaks) : source;
