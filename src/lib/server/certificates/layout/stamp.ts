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

/** What nothing is laid over: from one height of a page down to another, in points from its upper edge. */
export type Free = { readonly from: number; readonly to: number };
export const isFree = (top: number, bottom: number, { from, to }: Free): boolean => top >= from && bottom <= to;

/** Pages with what is laid over them. Without it, the pages as they are. */
export function stamped(pages: readonly PaintedPage[], laidOver: LaidOver, paper: Paper): readonly PaintedPage[] {
  const { layers, free } = layersOf(laidOver, paper);
  if (layers.length === 0) return pages;
  return pages.map((painted) => ({
    layers: [...painted.layers.map((layer) => withoutWhatCovers(layer, free)), ...layers]
  }));
}

export const freeOn = (laidOver: LaidOver, paper: Paper): Free => layersOf(laidOver, paper).free;

type Layer = PaintedPage['layers'][number];

/** Links and the look of a signature are above all that is drawn on a page: where something is laid over it, they are left out. */
export function withoutWhatCovers(layer: Layer, free: Free): Layer {
  const isShown = (drawing: Drawing): boolean => {
    if (drawing.kind !== 'link' && drawing.kind !== 'signature') return true;
    const top = layer.y + drawing.y;
    return isFree(top, top + drawing.height, free);
  };
  return layer.drawings.every(isShown) ? layer : { ...layer, drawings: layer.drawings.filter(isShown) };
}

function layersOf(
  { stamp = [], foot = [] }: LaidOver,
  paper: Paper
): { readonly layers: readonly Layer[]; readonly free: Free } {
  const [above, below] = [stampOn(stamp, paper), footOn(foot, paper)];
  return { layers: [...above.layers, ...below.layers], free: { from: above.end, to: below.begin } };
}

const setOn = ({ page, text }: Paper, blocks: readonly Block[], width: number) =>
  stacked(setBlocks(blocks, width, { text, fields: null, pageHeight: page.height }));

function stampOn(blocks: readonly Block[], paper: Paper): { readonly layers: readonly Layer[]; readonly end: number } {
  if (blocks.length === 0) return { layers: [], end: -Infinity };
  const width = paper.page.width - 2 * EDGE;
  const { height, drawings } = setOn(paper, blocks, width - 2 * PADDING);
  const frame = box(width, height + 2 * PADDING, { width: 0.8, color: FRAME });
  const y = EDGE / 2;
  return {
    layers: [
      { drawings: [frame], x: EDGE, y },
      { drawings, x: EDGE + PADDING, y: y + PADDING }
    ],
    end: y + height + 2 * PADDING
  };
}

function footOn(blocks: readonly Block[], paper: Paper): { readonly layers: readonly Layer[]; readonly begin: number } {
  if (blocks.length === 0) return { layers: [], begin: Infinity };
  const { page } = paper;
  const width = page.width - 2 * EDGE;
  const { height, drawings } = setOn(paper, blocks, width);
  const y = page.height - 0.75 * EDGE - height;
  return {
    layers: [
      { drawings: [box(width, height)], x: EDGE, y },
      { drawings, x: EDGE, y }
    ],
    begin: y
  };
}

const box = (width: number, height: number, stroke?: { readonly width: number; readonly color: Color }): Drawing => ({
  kind: 'path',
  path: [['M', 0, 0], ['L', width, 0], ['L', width, height], ['L', 0, height], ['Z']],
  fill: PAPER,
  ...(stroke && { stroke })
});
