import { parse, type Font, type PathCommand } from 'opentype.js/dist/opentype.mjs';
import { POINTS_PER_INCH } from '#lib/laboratory/stickers/sticker-sizes.ts';
import type { Drawing } from '#lib/server/certificates/layout/drawing.ts';
import type { FontFace } from '#lib/server/certificates/layout/font-face.ts';
import { drawSticker } from './draw-sticker.ts';
import { DPI, type StickerLayout } from './lay-out-sticker.ts';

const SCALE = DPI / POINTS_PER_INCH;
const fonts = new WeakMap<FontFace, Font>();

/** The sticker as SVG, a unit a dot. Letters are outlines: no font of the machine and no text of a person is in it. */
export function stickerSvg(layout: StickerLayout): string {
  const [width, height] = [layout.width, layout.height].map((points) => Math.round(points * SCALE)) as [number, number];
  const outlines = drawSticker(layout).map((drawing) => `<path d="${outlineOf(drawing)}"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="#fff"/>${outlines.join('')}</svg>`
  );
}

function outlineOf(drawing: Drawing): string {
  if (drawing.kind === 'path') {
    return drawing.path
      .map(([letter, ...at]) => letter + at.map((points) => rounded(points * SCALE)).join(' '))
      .join('');
  }
  if (drawing.kind !== 'text') return '';
  const font = fontOf(drawing.face);
  let x = drawing.x * SCALE;
  let outline = '';
  // By the widths that the lines were broken with; outlines have no kerning and no ligatures either.
  for (let i = 0; i < drawing.text.length; i += 1) {
    const glyph = font.charToGlyph(drawing.text.charAt(i));
    const { commands } = glyph.getPath(x, drawing.y * SCALE, drawing.size * SCALE);
    outline += commands.map(stepOf).join('');
    x += ((drawing.face.advance(drawing.text.charCodeAt(i)) ?? 0) / 1000) * drawing.size * SCALE;
  }
  return outline;
}

const rounded = (dots: number): number => Math.round(dots * 100) / 100;
/** Glyphs of TrueType have quadratic curves. */
const stepOf = (step: PathCommand): string =>
  step.type === 'Z'
    ? 'Z'
    : step.type + (step.type === 'Q' ? [step.x1, step.y1, step.x, step.y] : [step.x, step.y]).map(rounded).join(' ');

function fontOf(face: FontFace): Font {
  const known = fonts.get(face);
  if (known) return known;
  const { buffer, byteOffset, byteLength } = Buffer.from(face.file, 'latin1');
  const font = parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  fonts.set(face, font);
  return font;
}
