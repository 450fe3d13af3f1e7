import type { Block, PagedDocument } from '../document/blocks.ts';
import { setBlocks } from '../layout/set-blocks.ts';
import { stacked } from '../layout/drawing.ts';
import type { Engine } from './engine.ts';
import { PT } from './lengths.ts';

/** Nothing is printed closer to the edge of the paper. */
const EDGE = 12;

type Margins = { readonly header: readonly Block[]; readonly footer: readonly Block[] };

/**
 * LaTeX puts the header above the text's rectangle and the footer below it; the pages of the block model begin with the
 * header. A header that is taller than the margin pushes the text down.
 */
export function roomFor(margins: Margins, engine: Engine): Pick<PagedDocument, 'page' | 'header' | 'footer'> {
  const { paper } = engine;
  const width = paper.width - paper.left - paper.right;
  const text = { ...engine.baseSize, color: [0, 0, 0] } as const;
  const fields = { page: 8888, pages: 8888 };
  const heightOf = (blocks: readonly Block[]) =>
    stacked(setBlocks(blocks, width, { text, fields, pageHeight: paper.height })).height;
  const { header, footer } = margins;
  const page = { width: paper.width, height: paper.height, left: paper.left, right: paper.right };
  const above = header.length === 0 ? 0 : heightOf(header) + paper.headSep;
  // The baseline of the footer's first line is at the given distance.
  const gap = Math.max(0, paper.footSkip - 9.5 * PT);
  const below = footer.length === 0 ? 0 : heightOf(footer) + gap;
  return {
    page: {
      ...page,
      top: above === 0 ? paper.top : Math.max(EDGE, paper.top - above),
      bottom: below === 0 ? paper.bottom : Math.max(EDGE, paper.bottom - below)
    },
    header: above === 0 ? [] : [...header, { kind: 'spacer', height: paper.headSep }],
    footer: below === 0 ? [] : [{ kind: 'spacer', height: gap }, ...footer]
  };
}
