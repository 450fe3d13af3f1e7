import { PDFDocument, PDFName, PDFString, type PDFPage } from '@cantoo/pdf-lib';
import type { LatexFacts } from '../latex/facts.ts';
import { stacked, type Drawing } from '../layout/drawing.ts';
import { paint, type PaintedDocument, type SignaturePlace } from '../layout/paint.ts';
import { setBlocks } from '../layout/set-blocks.ts';
import { freeOn, stamped, withoutWhatCovers } from '../layout/stamp.ts';
import { redrawPages } from './redraw/redraw-pages.ts';
import type { FoundPlace } from './redraw/signature-place.ts';

const TEXT = { size: 9, leading: 1.45, color: [0, 0, 0] } as const;

/**
 * What TeX made as the server's own document: with its notes laid over every page, the place and the look of the signature, and the
 * facts of the file.
 */
export async function finishPdf(made: Uint8Array, facts: LatexFacts, producer: string): Promise<PaintedDocument> {
  const { document, signature: found } = await redrawPages(made, (size) => freeOn(facts, paperOf(size)));
  const pages = document.getPages();
  const [hasStamp, hasFoot] = [facts.stamp, facts.foot].map((text) => (text?.length ?? 0) > 0);
  let signature: SignaturePlace | null = null;
  for (const { size, pages: ofSize } of bySize(pages)) {
    const place = found && ofSize.some((page) => page === pages[found.pageIndex]) ? found : null;
    if (!hasStamp && !hasFoot && place === null) continue;
    const layers = await paintedLayers(facts, size, place);
    const source = await PDFDocument.load(layers.pdf, { updateMetadata: false });
    const [stamp, foot] = source.getPages();
    for (const layer of [hasStamp ? stamp : undefined, hasFoot ? foot : undefined]) {
      if (layer === undefined) continue;
      const form = await document.embedPage(layer);
      for (const page of ofSize) page.drawPage(form, { x: 0, y: 0 });
    }
    if (place === null || layers.signature === null) continue;
    const [appearance] = await document.copyPages(source, [layers.signature.appearancePageIndex]);
    if (appearance) document.addPage(appearance);
    signature = { pageIndex: place.pageIndex, rect: layers.signature.rect, appearancePageIndex: pages.length };
  }
  describe(document, facts, producer);
  // Embedded pages become objects only now.
  await document.flush();
  const pdf = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  return { pdf, pageCount: pages.length, signature };
}

type Size = { readonly width: number; readonly height: number };

/** @throws where pages have more sizes than a certificate needs */
function bySize(pages: readonly PDFPage[]): readonly { readonly size: Size; readonly pages: readonly PDFPage[] }[] {
  const groups = new Map<string, { readonly size: Size; readonly pages: PDFPage[] }>();
  for (const page of pages) {
    const size = page.getSize();
    const key = `${size.width} ${size.height}`;
    const group = groups.get(key) ?? { size, pages: [] };
    group.pages.push(page);
    groups.set(key, group);
  }
  if (groups.size > MOST_SIZES) throw new Error(`its pages have more than ${MOST_SIZES} sizes`);
  return [...groups.values()];
}
/** What the server lays over pages is made for each. */
const MOST_SIZES = 4;

/** A page with the note at the top and the place of the signature, that of the picture that TeX placed, and one with what is at the foot. */
function paintedLayers(facts: LatexFacts, page: Size, found: FoundPlace | null): Promise<PaintedDocument> {
  const paper = paperOf(page);
  const drawings: Drawing[] = [];
  const picture = facts.pictures.get('signature');
  if (found && picture) {
    const [left, bottom, right] = found.rect;
    const width = right - left;
    const set = stacked(setBlocks(picture.blocks(width), width, { text: TEXT, fields: null, pageHeight: page.height }));
    drawings.push(...set.drawings.map((one) => movedTo(one, left, page.height - bottom - set.height)));
  }
  const signature = withoutWhatCovers({ drawings, x: 0, y: 0 }, freeOn(facts, paper));
  const pages = [
    ...stamped([{ layers: [signature] }], { stamp: facts.stamp }, paper),
    ...stamped([{ layers: [] }], { foot: facts.foot }, paper)
  ];
  return paint(pages, { ...facts, creator: 'Plumbline', page });
}

const paperOf = (page: Size) => ({ page: { ...page, left: 0, right: 0, top: 0, bottom: 0 }, text: TEXT });

const movedTo = (drawing: Drawing, x: number, y: number): Drawing =>
  drawing.kind === 'signature' ? { ...drawing, x: drawing.x + x, y: drawing.y + y } : drawing;

function describe(document: PDFDocument, facts: LatexFacts, producer: string): void {
  document.setTitle(facts.title);
  document.setAuthor(facts.author);
  document.setSubject(facts.subject);
  document.setCreator('Plumbline');
  document.setProducer(producer);
  document.setCreationDate(facts.createdAt);
  document.setModificationDate(facts.createdAt);
  document.catalog.set(PDFName.of('Lang'), PDFString.of(facts.language));
}
