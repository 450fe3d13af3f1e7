import type { Color } from '../document/blocks.ts';
import { fallbackFace, textFace } from './faces.ts';
import type { FontFace } from './font-face.ts';

export type RunStyle = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly size: number;
  /** Of the baseline, upwards. */
  readonly rise: number;
  readonly color: Color;
};

/** Text of one face and size. */
export type Piece = {
  readonly text: string;
  readonly face: FontFace;
  readonly size: number;
  readonly rise: number;
  readonly color: Color;
  readonly width: number;
};

const UNKNOWN = '\ufffd';

/**
 * Gives each character a face that has it. Characters that no face has, and those outside the basic plane, print as the
 * replacement sign U+FFFD: visible, never another letter.
 */
export function shape(text: string, style: RunStyle): readonly Piece[] {
  const face = textFace(style);
  const width = widthIn(face, text, style.size);
  if (width !== undefined) return [{ text, face, size: style.size, rise: style.rise, color: style.color, width }];
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
        size: style.size,
        rise: style.rise,
        color: style.color,
        width: advance
      });
    }
  }
  return pieces;
}

function faceFor(letter: string, style: RunStyle): [FontFace, string] {
  for (const face of [textFace(style), fallbackFace(style)]) {
    if (letter.length === 1 && face.advance(letter.charCodeAt(0)) !== undefined) return [face, letter];
  }
  return [fallbackFace(style), UNKNOWN];
}

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
