import type { Block, PagedDocument } from '../document/blocks.ts';
import { stacked, type PageFields, type Slice } from './drawing.ts';
import { lineSkips } from './line-skips.ts';
import { paginate, type PlacedSlice } from './paginate.ts';
import type { PaintedPage } from './paint.ts';
import { blockSlices, setBlocks } from './set-blocks.ts';

export type SetDocument = {
  readonly pages: readonly PaintedPage[];
  /** How much of each page its body fills, 0…1. */
  readonly filled: readonly number[];
  /** Of every page, in points. */
  readonly headHeight: number;
  readonly footHeight: number;
};

/** Sets a document on pages. Every page is shorter by the height of its header and footer. */
export function setDocument(document: PagedDocument): SetDocument {
  const steps = settingSteps(document);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps, between which other work may have its turn. */
export function* settingSteps(document: PagedDocument): Generator<void, SetDocument> {
  const { page, text } = document;
  const width = page.width - page.left - page.right;
  const full = page.height - page.top - page.bottom;
  const margin = (blocks: readonly Block[], fields: PageFields) =>
    stacked(setBlocks(blocks, width, { text, fields, pageHeight: full }));
  const widest = { page: 8888, pages: 8888 };
  const headHeight = margin(document.header, widest).height;
  const footHeight = margin(document.footer, widest).height;
  const bodyHeight = full - headHeight - footHeight;
  function* body(fields: PageFields | null): Generator<void, ReturnType<typeof paginate>> {
    const slices: Slice[] = [];
    const blocks = blockSlices(document.body, width, { text, fields, pageHeight: bodyHeight });
    for (const slice of document.pageEnds ? lineSkips(blocks, document.pageEnds) : blocks) {
      slices.push(slice);
      yield;
    }
    return paginate(slices, bodyHeight);
  }
  let bodies = yield* body(document.countsPages === true ? { page: null, pages: 88 } : null);
  if (document.countsPages === true) bodies = yield* body({ page: null, pages: bodies.length });
  const pages: PaintedPage[] = [];
  for (const [index, placed] of bodies.entries()) {
    const fields = { page: index + 1, pages: bodies.length };
    pages.push({
      layers: [
        { drawings: margin(document.header, fields).drawings, x: page.left, y: page.top },
        ...placed.map(({ slice, y }) => ({ drawings: slice.drawings, x: page.left, y: page.top + headHeight + y })),
        {
          drawings: margin(document.footer, fields).drawings,
          x: page.left,
          y: page.height - page.bottom - footHeight
        }
      ]
    });
    yield;
  }
  return { pages, filled: bodies.map((placed) => heightOf(placed) / bodyHeight), headHeight, footHeight };
}

const heightOf = (body: readonly PlacedSlice[]): number => body.reduce((sum, { slice }) => sum + slice.height, 0);
