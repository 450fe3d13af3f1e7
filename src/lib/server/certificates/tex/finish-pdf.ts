import { PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { Block } from '../document/blocks.ts';
import type { LatexFacts } from '../latex/facts.ts';
import { stacked, type Drawing } from '../layout/drawing.ts';
import { paint, type PaintedDocument, type SignaturePlace } from '../layout/paint.ts';
import { setBlocks } from '../layout/set-blocks.ts';
import { stamped } from '../layout/stamp.ts';
import { isolatePages } from './isolate-pages.ts';
import { findSignature, type FoundPlace } from './signature-place.ts';
import { removeUnreachable } from './reachable.ts';

const TEXT = { size: 9, leading: 1.45, color: [0, 0, 0] } as const;

/**
 * What TeX made as the server's own document: with its notes laid over every page, the place and the look of the signature, and the
 * facts of the file. Nothing that acts when the file is opened is left in it.
 */
export async function finishPdf(made: Uint8Array, facts: LatexFacts, producer: string): Promise<PaintedDocument> {
  const document = await PDFDocument.load(made, { updateMetadata: false });
  withoutActions(document);
  const pages = document.getPages();
  const [first] = pages;
  if (!first) throw new Error('TeX made a document without pages');
  const { width, height } = first.getSize();
  const found = findSignature(document);
  await isolatePages(document);
  const layers = await paintedLayers(facts, { width, height }, found);
  const source = await PDFDocument.load(layers.pdf, { updateMetadata: false });
  const [stamp, foot] = source.getPages();
  // At the top and at the foot, however high a page is.
  if (stamp && stampBlocks(facts).length > 0) {
    const form = await document.embedPage(stamp);
    for (const page of pages) page.drawPage(form, { x: 0, y: page.getHeight() - height });
  }
  if (foot && footBlocks(facts).length > 0) {
    const form = await document.embedPage(foot);
    for (const page of pages) page.drawPage(form, { x: 0, y: 0 });
  }
  let signature: SignaturePlace | null = null;
  if (found && layers.signature) {
    const [appearance] = await document.copyPages(source, [layers.signature.appearancePageIndex]);
    if (appearance) document.addPage(appearance);
    signature = { pageIndex: found.pageIndex, rect: layers.signature.rect, appearancePageIndex: pages.length };
  }
  describe(document, facts, producer);
  // Embedded pages become objects only now.
  await document.flush();
  removeUnreachable(document);
  const pdf = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  return { pdf, pageCount: pages.length, signature };
}

/** What can be read on the pages of TeX is not known. */
const stampBlocks = ({ stamp }: LatexFacts): readonly Block[] => stamp?.(null) ?? [];
const footBlocks = ({ foot }: LatexFacts): readonly Block[] => foot?.(null) ?? [];

/** A page with the note at the top and the place of the signature, that of the picture that TeX placed, and one with what is at the foot. */
function paintedLayers(
  facts: LatexFacts,
  page: { readonly width: number; readonly height: number },
  found: FoundPlace | null
): Promise<PaintedDocument> {
  const drawings: Drawing[] = [];
  const picture = facts.pictures.get('signature');
  if (found && picture) {
    const [left, bottom, right] = found.rect;
    const width = right - left;
    const setting = { text: TEXT, fields: null, pageHeight: page.height };
    const set = stacked(setBlocks(picture.blocks(width), width, setting));
    drawings.push(...set.drawings.map((one) => movedTo(one, left, page.height - bottom - set.height)));
  }
  const paper = { page: { ...page, left: 0, right: 0, top: 0, bottom: 0 }, text: TEXT };
  const pages = [
    ...stamped([{ layers: [{ drawings, x: 0, y: 0 }] }], { stamp: stampBlocks(facts) }, paper),
    ...stamped([{ layers: [] }], { foot: footBlocks(facts) }, paper)
  ];
  return paint(pages, { ...facts, creator: 'Plumbline', page });
}

const movedTo = (drawing: Drawing, x: number, y: number): Drawing =>
  drawing.kind === 'signature' ? { ...drawing, x: drawing.x + x, y: drawing.y + y } : drawing;

/** Takes away scripts, actions on opening, forms and files of a document that somebody's source made. */
function withoutActions(document: PDFDocument): void {
  const { catalog } = document;
  const targets = catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.get(PDFName.of('Dests'));
  catalog.set(PDFName.of('Names'), document.context.obj(targets ? { Dests: targets } : {}));
  for (const name of ['OpenAction', 'AA', 'AcroForm', 'Perms', 'Metadata', 'AF', 'Collection', 'Requirements']) {
    catalog.delete(PDFName.of(name));
  }
}

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
