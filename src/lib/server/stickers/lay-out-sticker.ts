import { darkRuns, type DarkRun, type ErrorCorrection } from '#lib/laboratory/qr-runs.ts';
import { POINTS_PER_INCH, type LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import type { Piece } from '#lib/server/certificates/layout/shape.ts';
import { linesOf, setLine, shortenedLines, type Shortened, type TextStyle } from './fit-text.ts';
import { printableText } from './printable-text.ts';
import type { Sticker } from './sticker.ts';

/** Pictures and most label printers have so many dots; modules of the code are whole dots, so that their edges are sharp. */
export const DPI = 300;
const DOT = POINTS_PER_INCH / DPI;
/** Around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

export type CodePlace = {
  /** Of the upper left module, in points. */
  readonly x: number;
  readonly y: number;
  /** Side of one module, in points. */
  readonly module: number;
  readonly runs: readonly DarkRun[];
  readonly correction: ErrorCorrection;
  readonly text: string;
};
export type LinePlace = {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly pieces: readonly Piece[];
};
/** One sticker, whatever it is printed with: points from its upper left corner, y downwards. */
export type StickerLayout = LabelSize & { readonly code: CodePlace; readonly lines: readonly LinePlace[] };

/** What is wide has its text beside the code, what is not below it; all letters stand within the label. */
export function layOutSticker(sticker: Sticker, label: LabelSize): StickerLayout {
  const beside = label.width >= 1.4 * label.height;
  const room = beside ? Math.min(label.height, label.width * 0.5) : Math.min(label.width, label.height * 0.64);
  const { correction, dots, modules, runs } = codeIn(sticker.address, room);
  const module = dots * DOT;
  const side = modules * module;
  const margin = Math.min(label.width, label.height) * 0.06;
  const quiet = QUIET * module;
  const code = { module, runs, correction, text: sticker.address };
  if (beside) {
    const box = { x: side + 2 * quiet, y: margin, width: label.width - side - 2 * quiet - margin };
    return {
      ...label,
      code: { ...code, x: quiet, y: onDot((label.height - side) / 2) },
      lines: setLines(sticker, { ...box, height: label.height - 2 * margin }, 0.5)
    };
  }
  const top = side + 2 * quiet;
  const box = { x: margin, y: top, width: label.width - 2 * margin, height: label.height - top - margin };
  return {
    ...label,
    code: { ...code, x: onDot((label.width - side) / 2), y: quiet },
    lines: setLines(sticker, box, 0)
  };
}

const onDot = (points: number): number => Math.round(points / DOT) * DOT;

/** Modules of a third of a millimetre are read from arm's length. */
const READABLE_DOTS = 4;
/** The code that bears more damage, unless its modules would be small and those of the other larger. */
function codeIn(text: string, room: number) {
  const usual = codeOf(text, 'M', room);
  if (usual.dots >= READABLE_DOTS) return usual;
  const smaller = codeOf(text, 'L', room);
  return smaller.dots > usual.dots ? smaller : usual;
}

function codeOf(text: string, correction: ErrorCorrection, room: number) {
  const { size, runs } = darkRuns(text, correction);
  return { correction, modules: size, runs, dots: Math.max(1, Math.floor(room / DOT / (size + 2 * QUIET) + 1e-6)) };
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Part = TextStyle & { readonly text: string; readonly most: number; readonly shortened: Shortened | 'never' };

/** Of the size of the identifier: of name and date, and from line to line. */
const SMALLER = 0.72;
const LEADING = 1.2;
const LARGEST = 26;
const SMALLEST = 5;
const STEP = 0.95;

/** The largest letters with which all is said; where even the smallest do not do, what is said is shortened, but never the date. */
function setLines(sticker: Sticker, box: Box, centred: number): readonly LinePlace[] {
  const said = {
    asset_id: printableText(sticker.asset_id),
    name: printableText(sticker.name),
    due: sticker.due === null ? null : printableText(sticker.due)
  };
  const largest = Math.min(LARGEST, Math.max(SMALLEST, box.height * 0.3));
  for (let size = largest; size > SMALLEST; size *= STEP) {
    const parts = partsOf(said, size);
    const set = parts.map((part) => linesOf(part.text, box.width, part));
    if (parts.every(({ most }, i) => (set[i]?.length ?? 0) <= most) && heightOf(parts, set) <= box.height) {
      return place(parts, set, box, centred);
    }
  }
  const parts = partsOf(said, SMALLEST);
  const shortened = (part: Part, lines: number) => shortenedLines(part.text, box.width, part, lines, part.shortened);
  const set = parts.map((part) => shortened(part, part.shortened === 'never' ? 2 : 1));
  // What room remains goes to the identifier, then to the name.
  for (const [i, part] of parts.entries()) {
    if (part.shortened === 'never') continue;
    for (let lines = 2; lines <= part.most; lines += 1) {
      const longer = set.with(i, shortened(part, lines));
      if (heightOf(parts, longer) <= box.height) set[i] = longer[i] ?? [];
    }
  }
  return place(parts, set, box, centred);
}

function partsOf({ asset_id, name, due }: Omit<Sticker, 'address'>, size: number): readonly Part[] {
  const small = { size: size * SMALLER, bold: false };
  return [
    { text: asset_id, size, bold: true, most: 3, shortened: 'in the middle' },
    { text: name, ...small, most: 6, shortened: 'at the end' },
    ...(due === null ? [] : [{ text: due, ...small, most: 1, shortened: 'never' } as const])
  ];
}

const heightOf = (parts: readonly Part[], set: readonly (readonly string[])[]): number =>
  parts.reduce((sum, { size }, i) => sum + (set[i]?.length ?? 0) * size * LEADING, 0);

function place(
  parts: readonly Part[],
  set: readonly (readonly string[])[],
  box: Box,
  centred: number
): readonly LinePlace[] {
  let y = box.y + (box.height - heightOf(parts, set)) * centred;
  return parts.flatMap((part, i) =>
    (set[i] ?? []).map((line): LinePlace => {
      const baseline = y + part.size * (LEADING - 0.25);
      y += part.size * LEADING;
      return { x: box.x, y: baseline, size: part.size, pieces: setLine(line, part.text, part) };
    })
  );
}
