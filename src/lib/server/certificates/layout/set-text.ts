import type { Align, HeadingBlock, ParagraphBlock } from '../document/blocks.ts';
import { breakLines, type Line } from './break-lines.ts';
import type { Drawing, InlineContent, PageFields, Setting, Slice, TextDefaults } from './drawing.ts';

/** Content as lines in a box of that width, its first line at the top. */
export function setLines(
  content: InlineContent,
  box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly align: Align;
    readonly bold?: boolean;
  },
  text: TextDefaults,
  fields: PageFields | null = null
): { readonly height: number; readonly lines: readonly (readonly Drawing[])[]; readonly lineHeight: number } {
  const broken = breakLines(content, box.width, text, fields, box.bold === true);
  const lineHeight = Math.max(text.size, ...broken.map(tallest)) * text.leading;
  const lines = broken.map((line, index) => drawLine(line, box, box.y + index * lineHeight, lineHeight, text));
  return { height: lines.length * lineHeight, lines, lineHeight };
}

function tallest(line: Line): number {
  return Math.max(0, ...line.pieces.filter((piece) => piece.rise === 0).map((piece) => piece.size));
}

function drawLine(
  line: Line,
  box: { readonly x: number; readonly width: number; readonly align: Align },
  top: number,
  lineHeight: number,
  text: TextDefaults
): readonly Drawing[] {
  const size = tallest(line) || text.size;
  const ascent = line.pieces[0]?.face.ascent ?? 0;
  const descent = line.pieces[0]?.face.descent ?? 0;
  const baseline = top + lineHeight / 2 + ((ascent - descent) / 2000) * size;
  const free = box.width - line.width;
  let x = box.x + (box.align === 'left' ? 0 : box.align === 'right' ? free : free / 2);
  return line.pieces.map((piece) => {
    const drawing: Drawing = {
      kind: 'text',
      x,
      y: baseline - piece.rise,
      text: piece.text,
      face: piece.face,
      size: piece.size,
      color: piece.color
    };
    x += piece.width;
    return drawing;
  });
}

/** One slice per line; the first two and the last two lines stay together. */
export function setParagraph(block: ParagraphBlock, setting: Setting): readonly Slice[] {
  const text = {
    size: block.size ?? setting.text.size,
    leading: block.leading ?? setting.text.leading,
    color: block.color ?? setting.text.color
  };
  const box = { x: 0, y: 0, width: setting.width, align: block.align ?? 'left' } as const;
  const { lines, lineHeight } = setLines(block.content, box, text, setting.fields);
  return lines.map((drawings, index) => {
    const fromEnd = lines.length - 1 - index;
    const isKept = fromEnd > 0 && (index === 0 || fromEnd === 1);
    return {
      height: lineHeight,
      drawings: drawings.map((drawing) =>
        drawing.kind === 'text' ? { ...drawing, y: drawing.y - index * lineHeight } : drawing
      ),
      keepWithNext: isKept || (fromEnd === 0 && block.keepWithNext === true)
    };
  });
}

export function setHeading(block: HeadingBlock, setting: Setting): readonly Slice[] {
  const text = { size: block.size, leading: 1.2, color: setting.text.color };
  const box = { x: 0, y: 0, width: setting.width, align: 'left', bold: true } as const;
  const { height, lines } = setLines(block.content, box, text, setting.fields);
  return [
    { height: block.spaceBefore, drawings: [], space: true },
    { height: height + block.spaceAfter, drawings: lines.flat(), keepWithNext: true }
  ];
}
