import type { Color, PathStep } from '../document/blocks.ts';
import { moved, type Drawing } from './drawing.ts';
import { shape } from './shape.ts';

/** A part of a formula that is set; its marks are from the left end of its baseline. */
export type MathBox = {
  readonly width: number;
  readonly above: number;
  readonly below: number;
  readonly drawings: readonly Drawing[];
};

/** The axis of fractions, minus signs and brackets above the baseline, in sizes. */
export const AXIS = 0.26;
/** The thickness of the lines of fractions and roots, in sizes. */
export const RULE = 0.045;

export const emptyBox = (width: number): MathBox => ({ width, above: 0, below: 0, drawings: [] });

/** Several boxes, each at its place, as one. */
export function joined(
  width: number,
  parts: readonly { readonly box: MathBox; readonly x: number; readonly y: number }[],
  more: readonly Drawing[] = []
): MathBox {
  let above = 0;
  let below = 0;
  const drawings: Drawing[] = [...more];
  for (const { box, x, y } of parts) {
    above = Math.max(above, box.above - y);
    below = Math.max(below, box.below + y);
    for (const drawing of box.drawings) drawings.push(moved(drawing, x, y));
  }
  return { width, above, below, drawings };
}

export type Letters = {
  readonly size: number;
  readonly color: Color;
  readonly bold?: boolean;
  readonly italic?: boolean;
};

// cspell:ignore Zbdfhiklt gjpqy
const TALL = /[A-Zbdfhiklt0-9()[\]{}|/ΒΓΔΘΛΞΠΣΦΨΩβδζθλξ∂∫∑∏√!?%‖]/u;
const DEEP = /[gjpqyQ()[\]{}|/,;βγζημξρφχψςϱ∫∑∏‖]/u;

/** Signs as they are, in the faces of the text. */
export function letters(text: string, { size, color, bold = false, italic = false }: Letters): MathBox {
  let width = 0;
  const drawings: Drawing[] = [];
  for (const piece of shape(text, { bold, italic, size, rise: 0, color })) {
    drawings.push({ kind: 'text', x: width, y: 0, text: piece.text, face: piece.face, size, color });
    width += piece.width;
  }
  // An italic letter leans over what follows it.
  const lean = italic ? 0.04 * size : 0;
  return {
    width: width + lean,
    above: (TALL.test(text) ? 0.72 : 0.53) * size,
    below: (DEEP.test(text) ? 0.21 : 0.01) * size,
    drawings
  };
}

/** A bracket, centred on the axis, at least as tall as `height`; a letter where that is tall enough. */
export function bracket(sign: string, height: number, { size, color }: Letters): MathBox {
  if (sign === '' || sign === '.') return emptyBox(0.12 * size);
  if (height <= 1.15 * size && !'⟨⟩'.includes(sign)) return letters(sign, { size, color });
  const axis = -AXIS * size;
  const [top, bottom] = [axis - height / 2, axis + height / 2];
  const width = ('|‖'.includes(sign) ? 0.3 : 0.42) * size;
  const stroke = { width: 0.065 * size, color };
  const drawings = bracketPaths(sign, width, top, bottom).map((path): Drawing => ({ kind: 'path', path, stroke }));
  return { width, above: -top, below: bottom, drawings };
}

function bracketPaths(sign: string, width: number, top: number, bottom: number): readonly (readonly PathStep[])[] {
  const middle = (top + bottom) / 2;
  const isRight = ')]}⟩⌋⌉'.includes(sign);
  // Drawn as the left one; a right one is mirrored.
  const x = (share: number) => (isRight ? 1 - share : share) * width;
  const upright = (share: number): readonly PathStep[] => [
    ['M', x(share), top],
    ['L', x(share), bottom]
  ];
  switch (sign) {
    case '(':
    case ')': {
      const bend = (bottom - top) * 0.25;
      return [
        [
          ['M', x(0.85), top],
          ['C', x(0.2), top + bend, x(0.2), bottom - bend, x(0.85), bottom]
        ]
      ];
    }
    case '[':
    case ']':
    case '⌊':
    case '⌋':
    case '⌈':
    case '⌉': {
      const foot: PathStep[] = '[]⌊⌋'.includes(sign) ? [['L', x(0.8), bottom]] : [];
      const start: PathStep[] = '[]⌈⌉'.includes(sign)
        ? [
            ['M', x(0.8), top],
            ['L', x(0.3), top]
          ]
        : [['M', x(0.3), top]];
      return [[...start, ['L', x(0.3), bottom], ...foot]];
    }
    case '⟨':
    case '⟩':
      return [
        [
          ['M', x(0.85), top],
          ['L', x(0.2), middle],
          ['L', x(0.85), bottom]
        ]
      ];
    case '{':
    case '}': {
      const r = Math.min(width, (bottom - top) / 4);
      return [
        [
          ['M', x(0.9), top],
          ['C', x(0.5), top, x(0.5), top + r * 0.4, x(0.5), top + r],
          ['L', x(0.5), middle - r],
          ['C', x(0.5), middle - r * 0.4, x(0.4), middle, x(0.1), middle],
          ['C', x(0.4), middle, x(0.5), middle + r * 0.4, x(0.5), middle + r],
          ['L', x(0.5), bottom - r],
          ['C', x(0.5), bottom - r * 0.4, x(0.5), bottom, x(0.9), bottom]
        ]
      ];
    }
    case '‖':
      return [upright(0.3), upright(0.7)];
    case '/':
      return [
        [
          ['M', width, top],
          ['L', 0, bottom]
        ]
      ];
    default:
      return [upright(0.5)];
  }
}
