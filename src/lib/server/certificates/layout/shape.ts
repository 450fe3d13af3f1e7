import type { Color, Stroke } from '../document/blocks.ts';
import type { Drawing, Slice } from './drawing.ts';
import { fallbackFace, textFace } from './faces.ts';
import type { FontFace } from './font-face.ts';

export type RunStyle = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly size: number;
  /** Of the baseline, upwards. */
  readonly rise: number;
  readonly color: Color;
  readonly underline?: boolean | undefined;
  readonly link?: string | undefined;
};

/** Marks that take a place in a line as a letter does; from the left end of their baseline. */
export type Placed = {
  readonly above: number;
  readonly below: number;
  readonly drawings: readonly Drawing[];
  /** What it puts at the foot of its page. */
  readonly notes?: readonly Slice[];
};

/** Text of one face and size; or no text, but marks or a gap. */
export type Piece = {
  readonly text: string;
  readonly face: FontFace;
  readonly size: number;
  readonly rise: number;
  readonly color: Color;
  readonly width: number;
  readonly underline?: boolean | undefined;
  readonly link?: string | undefined;
  readonly placed?: Placed | undefined;
  /** Grows to fill its line, if `fills`. */
  readonly gap?: { readonly fills: boolean; readonly leader?: Stroke | undefined } | undefined;
};

const BLACK: Color = [0, 0, 0];
const UNKNOWN = '\ufffd';

/**
 * Gives each character a face that has it. Characters that no face has, and those outside the basic plane, print as the
 * replacement sign U+FFFD: visible, never another letter.
 */
export function shape(text: string, style: RunStyle): readonly Piece[] {
  const face = textFace(style);
  const width = widthIn(face, text, style.size);
  const { size, rise, color, underline, link } = style;
  if (width !== undefined) return [{ text, face, size, rise, color, width, underline, link }];
  const pieces: Piece[] = [];
  for (const letter of text) {
    const [chosen, printed] = faceFor(letter, style);
    const last = pieces.at(-1);
    const advance = widthIn(chosen, printed, style.size) ?? 0;
    if (last && last.face === chosen) {
      pieces[pieces.length - 1] = { ...last, text: last.text + printed, width: last.width + advance };
    } else {
      pieces.push({
        text: printed,
        face: chosen,
        size,
        rise,
        color,
        width: advance,
        underline,
        link
      });
    }
  }
  return pieces;
}

/** Whether some of it prints as U+FFFD. Spaces and signs without ink do not count. */
export function hasUnknown(text: string): boolean {
  const style = { bold: false, italic: false };
  const inked = new Set(text.normalize('NFC').replace(/[\p{C}\p{Z}\p{M}]/gu, ''));
  return [...inked].some((letter) => printedIn(letter, style) === undefined);
}

/** A piece without text. */
export function emptyPiece(width: number, more: Pick<Piece, 'placed' | 'gap'>): Piece {
  const face = textFace({ bold: false, italic: false });
  return { text: '', face, size: 0, rise: 0, color: BLACK, width, ...more };
}

function faceFor(letter: string, style: RunStyle): [FontFace, string] {
  const face = printedIn(letter, style);
  return face ? [face, letter] : [fallbackFace(style), UNKNOWN];
}

const printedIn = (letter: string, style: Pick<RunStyle, 'bold' | 'italic'>): FontFace | undefined =>
  [textFace(style), fallbackFace(style)].find(
    (face) => letter.length === 1 && face.advance(letter.charCodeAt(0)) !== undefined
  );

/** Undefined if the face lacks a character. */
function widthIn(face: FontFace, text: string, size: number): number | undefined {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const advance = face.advance(text.charCodeAt(i));
    if (advance === undefined) return undefined;
    sum += advance;
  }
  return (sum * size) / 1000;
}
