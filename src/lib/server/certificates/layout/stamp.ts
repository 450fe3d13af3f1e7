import type { Block, Color, PagedDocument } from '../document/blocks.ts';
import { stacked, type Drawing } from './drawing.ts';
import type { PaintedPage } from './paint.ts';
import { setBlocks } from './set-blocks.ts';

/** What is laid over every page, whatever is there. */
export type LaidOver = {
  /** In a frame at the top: that it is a copy, void, a preview. */
  readonly stamp?: readonly Block[] | undefined;
  /** At the foot, where most printers still print. */
  readonly foot?: readonly Block[] | undefined;
};
type Paper = Pick<PagedDocument, 'page' | 'text'>;

const EDGE = 18;
const PADDING = 5;
const PAPER: Color = [255, 255, 255];
const FRAME: Color = [176, 28, 23];

/** Pages with what is laid over them. Without it, the pages as they are. */
export function stamped(
  pages: readonly PaintedPage[],
  { stamp = [], foot = [] }: LaidOver,
  paper: Paper
): readonly PaintedPage[] {
  const layers = [...stampLayers(stamp, paper), ...footLayers(foot, paper)];
  return layers.length === 0 ? pages : pages.map((painted) => ({ layers: [...painted.layers, ...layers] }));
}

const setOn = ({ page, text }: Paper, blocks: readonly Block[], width: number) =>
  stacked(setBlocks(blocks, width, { text, fields: null, pageHeight: page.height }));

function stampLayers(blocks: readonly Block[], paper: Paper): PaintedPage['layers'] {
  if (blocks.length === 0) return [];
  const width = paper.page.width - 2 * EDGE;
  const { height, drawings } = setOn(paper, blocks, width - 2 * PADDING);
  const frame = box(width, height + 2 * PADDING, { width: 0.8, color: FRAME });
  return [
    { drawings: [frame], x: EDGE, y: EDGE / 2 },
    { drawings, x: EDGE + PADDING, y: EDGE / 2 + PADDING }
  ];
}

function footLayers(blocks: readonly Block[], paper: Paper): PaintedPage['layers'] {
  if (blocks.length === 0) return [];
  const { page } = paper;
  const width = page.width - 2 * EDGE;
  const { height, drawings } = setOn(paper, blocks, width);
  const y = page.height - 0.75 * EDGE - height;
  return [
    { drawings: [box(width, height)], x: EDGE, y },
    { drawings, x: EDGE, y }
  ];
}

const box = (width: number, height: number, stroke?: { readonly width: number; readonly color: Color }): Drawing => ({
  kind: 'path',
  path: [['M', 0, 0], ['L', width, 0], ['L', width, height], ['L', 0, height], ['Z']],
  fill: PAPER,
  ...(stroke && { stroke })
});
