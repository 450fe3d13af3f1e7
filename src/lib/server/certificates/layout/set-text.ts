import type { Align, HeadingBlock, ParagraphBlock } from '../document/blocks.ts';
import { breakLines, type Line } from './break-lines.ts';
import {
  horizontal,
  moved,
  type Drawing,
  type InlineContent,
  type PageFields,
  type Setting,
  type Slice,
  type SliceLine,
  type TextDefaults
} from './drawing.ts';
import { textFace } from './faces.ts';
import { widthOf } from './font-face.ts';
import { lineExtent } from './letter-extents.ts';
import { placeRuns } from './place-runs.ts';
import type { Piece } from './shape.ts';

export type LinePlace = {
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /** Of its letters, without what fills the line behind them. */
  readonly end: number;
  /** What the line puts at the foot of its page. */
  readonly notes: readonly Slice[];
  /** What it is made of, and the empty height below it. */
  readonly pieces: readonly Piece[];
  readonly space: number;
};

/** Content as lines in a box of that width, its first line at the top. */
export function setLines(
  content: InlineContent,
  box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly align: Align;
    readonly bold?: boolean;
    readonly justify?: boolean | undefined;
    /** Each line is drawn from its own top, not from that of the first. */
    readonly isDivided?: boolean;
  },
  text: TextDefaults,
  fields: PageFields | null = null
): {
  readonly height: number;
  readonly lines: readonly (readonly Drawing[])[];
  /** Of a line that has only letters. */
  readonly lineHeight: number;
  /** Where each line and its baseline are, from the top of the first line. */
  readonly places: readonly LinePlace[];
} {
  const broken = breakLines(content, box.width, text, fields, box.bold === true);
  const lineHeight = Math.max(text.size, ...broken.map(tallest)) * text.leading;
  const places: LinePlace[] = [];
  // What formulas, boxes and their authors add to the height of lines.
  let extra = 0;
  const lines = broken.map((line, index) => {
    const top = index * lineHeight + extra;
    const room = baselineIn(0, line, lineHeight, text);
    const { above, below } = extent(line);
    const raised = Math.max(0, above - room);
    const own = raised + Math.max(0, below - (lineHeight - room)) + line.space;
    const notes = line.pieces.flatMap(({ placed }) => placed?.notes ?? []);
    const { pieces, space } = line;
    places.push({
      top,
      height: lineHeight + own,
      baseline: top + raised + room,
      end: endOf(line, box),
      notes,
      pieces,
      space
    });
    extra += own;
    return drawLine(line, box, box.y + (box.isDivided ? 0 : top) + raised, lineHeight, text);
  });
  return { height: lines.length * lineHeight + extra, lines, lineHeight, places };
}

function endOf({ pieces, width }: Line, box: { readonly width: number; readonly align: Align }): number {
  const free = box.width - width;
  // Gaps that fill a line are equally wide.
  const fills = pieces.filter((piece) => piece.gap?.fills).length;
  if (fills > 0) return box.width - (pieces.at(-1)?.gap?.fills === true ? free / fills : 0);
  return width + (box.align === 'right' ? free : box.align === 'center' ? free / 2 : 0);
}

function tallest(line: Line): number {
  return Math.max(0, ...line.pieces.filter((piece) => piece.rise === 0).map((piece) => piece.size));
}

/** How far marks among the letters reach above and below their line. */
function extent(line: Line): { readonly above: number; readonly below: number } {
  let above = 0;
  let below = 0;
  for (const { placed } of line.pieces) {
    if (!placed) continue;
    above = Math.max(above, placed.above);
    below = Math.max(below, placed.below);
  }
  return { above, below };
}

/** The baseline of a line from its top; of letters in the face of its first piece. */
function baselineIn(top: number, line: Line, lineHeight: number, text: TextDefaults): number {
  const size = tallest(line) || text.size;
  const face = line.pieces[0]?.face;
  return top + lineHeight / 2 + (((face?.ascent ?? 0) - (face?.descent ?? 0)) / 2000) * size;
}

/** The same for a line of ordinary letters. */
export function lineBaseline({ size, leading }: Pick<TextDefaults, 'size' | 'leading'>): number {
  const { ascent, descent } = textFace({ bold: false, italic: false });
  return (size * leading) / 2 + ((ascent - descent) / 2000) * size;
}

function drawLine(
  line: Line,
  box: { readonly x: number; readonly width: number; readonly align: Align; readonly justify?: boolean | undefined },
  top: number,
  lineHeight: number,
  text: TextDefaults
): readonly Drawing[] {
  const baseline = baselineIn(top, line, lineHeight, text);
  const free = box.width - line.width;
  const stretch = stretchOf(line, free, box.justify === true);
  let x = box.x + (stretch || box.align === 'left' ? 0 : box.align === 'right' ? free : free / 2);
  const drawings: Drawing[] = [];
  for (const piece of line.pieces) {
    const width = piece.width + (piece.gap?.fills ? (stretch?.gap ?? 0) : (stretch?.space ?? 0) * spacesIn(piece));
    drawPiece(piece, x, baseline, width, stretch?.space ?? 0, drawings);
    x += width;
  }
  return drawings;
}

/** Wider spaces would tear a line apart. */
const WIDEST_SPACE = 0.9;

/** What is added to each gap that fills, or else to each space; null if the line is as wide as its content. */
function stretchOf(
  line: Line,
  free: number,
  justify: boolean
): { readonly gap: number; readonly space: number } | null {
  const fills = line.pieces.filter((piece) => piece.gap?.fills).length;
  if (fills > 0) return { gap: Math.max(0, free) / fills, space: 0 };
  if (!justify || line.isLast || free <= 0) return null;
  const spaces = line.pieces.reduce((sum, piece) => sum + spacesIn(piece), 0);
  const space = free / spaces;
  return spaces > 0 && space <= WIDEST_SPACE * tallest(line) ? { gap: 0, space } : null;
}

const spacesIn = (piece: Piece): number => piece.text.split(' ').length - 1;

function drawPiece(piece: Piece, x: number, baseline: number, width: number, wider: number, drawings: Drawing[]): void {
  const { face, size, color, rise, gap, placed, underline, link } = piece;
  const y = baseline - rise;
  if (gap?.leader) drawings.push(horizontal(x, baseline, width, gap.leader));
  if (placed) for (const drawing of placed.drawings) drawings.push(moved(drawing, x, baseline));
  if (piece.text === '') return;
  if (wider === 0) drawings.push({ kind: 'text', x, y, text: piece.text, face, size, color });
  else {
    const blank = ((face.advance(32) ?? 0) * size) / 1000 + wider;
    let at = x;
    for (const word of piece.text.split(' ')) {
      if (word !== '') drawings.push({ kind: 'text', x: at, y, text: word, face, size, color });
      at += widthOf(word, piece) + blank;
    }
  }
  if (underline) drawings.push(horizontal(x, y + 0.14 * size, width, { width: 0.045 * size, color }));
  if (link !== undefined) drawings.push({ kind: 'link', x, y: y - size, width, height: 1.25 * size, url: link });
}

/** One slice per line; the first two and the last two lines stay together. */
export function setParagraph(block: ParagraphBlock, setting: Setting): readonly Slice[] {
  const text = {
    size: block.size ?? setting.text.size,
    leading: block.leading ?? setting.text.leading,
    color: block.color ?? setting.text.color
  };
  const { align = 'left', justify } = block;
  const box = { x: 0, y: 0, width: setting.width, align, justify, isDivided: true } as const;
  const { lines, places } = setLines(placeRuns(block.content, setting), box, text, setting.fields);
  return lines.map((drawings, index) => {
    const fromEnd = lines.length - 1 - index;
    const isKept = fromEnd > 0 && (index === 0 || fromEnd === 1);
    const place = places[index] ?? { top: 0, height: 0, baseline: 0, end: 0, notes: [], pieces: [], space: 0 };
    const { height, end, notes } = place;
    return {
      height,
      // An empty line ends nowhere.
      ...(place.pieces.length > 0 && { end }),
      ...(block.lineSkip !== undefined && { line: sliceLine(place, block.lineSkip) }),
      ...(notes.length > 0 && { notes }),
      drawings,
      keepWithNext: isKept || (fromEnd === 0 && block.keepWithNext === true)
    };
  });
}

function sliceLine({ top, height, baseline, space, pieces }: LinePlace, skip: number): SliceLine {
  const extent = lineExtent(pieces);
  const above = baseline - top;
  return { above, below: height - above - space, height: extent.above, depth: extent.below, skip };
}

export function setHeading(block: HeadingBlock, setting: Setting): readonly Slice[] {
  const text = { size: block.size, leading: 1.2, color: setting.text.color };
  const box = { x: 0, y: 0, width: setting.width, align: 'left', bold: true } as const;
  const { height, lines } = setLines(placeRuns(block.content, setting), box, text, setting.fields);
  return [
    { height: block.spaceBefore, drawings: [], space: true },
    { height: height + block.spaceAfter, drawings: lines.flat(), keepWithNext: true }
  ];
}
