import { breakLines } from '#lib/server/certificates/layout/break-lines.ts';
import { shape, type Piece } from '#lib/server/certificates/layout/shape.ts';
import { inkOrder, isRightToLeft } from './printable-text.ts';

export const INK = [0, 0, 0] as const;
const ELLIPSIS = '…';

export type TextStyle = { readonly size: number; readonly bold: boolean };
/** Where a text loses letters when it does not fit: identifiers differ at their ends. */
export type Shortened = 'at the end' | 'in the middle';

/** The lines of a text in `width`, in the order of reading. */
export function linesOf(text: string, width: number, { size, bold }: TextStyle): readonly string[] {
  const defaults = { size, leading: 1, color: INK };
  return breakLines(text, width, defaults, null, bold).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
}

/** At most so many lines: the whole text, or as much of it as fits beside an ellipsis. */
export function shortenedLines(
  text: string,
  width: number,
  style: TextStyle,
  most: number,
  where: Shortened | 'never'
): readonly string[] {
  const whole = linesOf(text, width, style);
  if (whole.length <= most || where === 'never') return whole;
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let kept = 0;
  let tooMany = letters.length;
  while (tooMany - kept > 1) {
    const count = Math.floor((kept + tooMany) / 2);
    if (linesOf(without(letters, count, where), width, style).length <= most) kept = count;
    else tooMany = count;
  }
  return linesOf(without(letters, kept, where), width, style).slice(0, most);
}

function without(letters: readonly string[], kept: number, where: Shortened): string {
  const head = where === 'at the end' ? kept : Math.ceil(kept / 2);
  const tail = kept - head;
  return (
    letters.slice(0, head).join('').trimEnd() +
    ELLIPSIS +
    letters
      .slice(letters.length - tail)
      .join('')
      .trimStart()
  );
}

/** A line of a text as ink: pieces of one face each, from left to right. */
export function setLine(line: string, text: string, { size, bold }: TextStyle): readonly Piece[] {
  return shape(inkOrder(line, isRightToLeft(text)), { bold, italic: false, size, rise: 0, color: INK });
}
