import type { Block, Color, PagedDocument } from '../document/blocks.ts';
import { stacked, type Drawing } from './drawing.ts';
import type { PaintedPage } from './paint.ts';
import { setBlocks } from './set-blocks.ts';

const EDGE = 18;
const PADDING = 5;
const PAPER: Color = [255, 255, 255];
const FRAME: Color = [176, 28, 23];

/** Lays a framed note over the top of every page, whatever is there. Without blocks, the pages as they are. */
export function stamped(
  pages: readonly PaintedPage[],
  blocks: readonly Block[],
  { page, text }: Pick<PagedDocument, 'page' | 'text'>
): readonly PaintedPage[] {
  if (blocks.length === 0) return pages;
  const width = page.width - 2 * EDGE;
  const setting = { text, fields: null, pageHeight: page.height };
  const { height, drawings } = stacked(setBlocks(blocks, width - 2 * PADDING, setting));
  const frame: Drawing = {
    kind: 'path',
    path: [['M', 0, 0], ['L', width, 0], ['L', width, height + 2 * PADDING], ['L', 0, height + 2 * PADDING], ['Z']],
    fill: PAPER,
    stroke: { width: 0.8, color: FRAME }
  };
  const layers = [
    { drawings: [frame], x: EDGE, y: EDGE / 2 },
    { drawings, x: EDGE + PADDING, y: EDGE / 2 + PADDING }
  ];
  return pages.map((painted) => ({ layers: [...painted.layers, ...layers] }));
}
