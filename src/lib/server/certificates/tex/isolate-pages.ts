import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFPageTree,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFPage
} from '@cantoo/pdf-lib';
import { BREAK } from '../templates/breakable.ts';
import { assertClosedContents } from './closed-contents.ts';

/** In points: 10 cm, and A2. What is laid over smaller or larger paper could not be read. */
const PAPER = { least: 283, most: 1684 };

/** In points: as high as what is laid over the foot of a page reaches. */
const FOOT = 28;

/**
 * Makes what TeX has put on each page one drawing with a state of its own, on a page that shows the whole of its paper: whatever a source
 * does to its pages, what the server lays over them afterwards is there, in its size, and on top. Of annotations, only links are left, with
 * nothing to see of them.
 * @throws where a page has no paper of a usual size, is called something else, or what it draws does not leave it as it was
 */
export async function isolatePages(document: PDFDocument): Promise<void> {
  const pages = document.getPages();
  // Viewers show pages that say that they are something else.
  if (document.catalog.Pages().Count().asNumber() !== pages.length) throw new Error('a page in it is not one');
  const tree = document.context.nextRef();
  const kids = document.context.obj([]);
  for (const page of pages) {
    const { width, height } = paperOf(page);
    const drawing = await document.embedPage(page, { left: 0, bottom: 0, right: width, top: height });
    await drawing.embed();
    const links = linksOf(page);
    for (const name of page.node.keys()) page.node.delete(name);
    const { context } = document;
    page.node.set(PDFName.of('Type'), PDFName.of('Page'));
    page.node.set(PDFName.of('Parent'), tree);
    kids.push(page.ref);
    page.setMediaBox(0, 0, width, height);
    page.setCropBox(0, 0, width, height);
    // These may come from the node above.
    page.node.set(PDFName.of('Rotate'), context.obj(0));
    // As the library leaves a page that it has read, for what is drawn later.
    page.node.set(PDFName.of('Resources'), context.obj({ Font: {}, XObject: { Page: drawing.ref }, ExtGState: {} }));
    const content = context.register(context.flateStream('q /Page Do Q\n'));
    page.node.set(PDFName.of('Contents'), context.obj([content]));
    if (links.length > 0) page.node.set(PDFName.of('Annots'), context.obj(links));
  }
  const root = PDFPageTree.withContext(document.context);
  root.set(PDFName.of('Kids'), kids);
  root.set(PDFName.of('Count'), PDFNumber.of(pages.length));
  document.context.assign(tree, root);
  document.catalog.set(PDFName.of('Pages'), tree);
  assertClosedContents(document);
}

function paperOf(page: PDFPage): { readonly width: number; readonly height: number } {
  const { x, y, width, height } = page.getMediaBox();
  const isUsual = (length: number) => length >= PAPER.least && length <= PAPER.most;
  if (x === 0 && y === 0 && isUsual(width) && isUsual(height)) return { width, height };
  const box = [x, y, x + width, y + height].join(' ');
  throw new Error(
    `the paper of a page must be 10 cm to 59 cm wide and high and begin at 0 0, not be [${box}] in points`
  );
}

function linksOf(page: PDFPage): PDFDict[] {
  const { context } = page.doc;
  return (page.node.Annots()?.asArray() ?? []).flatMap((reference) => {
    const target = linkTarget(context.lookup(reference));
    const rect = target && (context.lookup(reference) as PDFDict).lookup(PDFName.of('Rect'));
    if (!target || !(rect instanceof PDFArray) || rect.size() !== 4) return [];
    const [, bottom = Number.NaN, , top = Number.NaN] = rect.asArray().map(String).map(Number);
    // The address that the server lays there leads nowhere else.
    if (!(Math.min(bottom, top) > FOOT)) return [];
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0] });
    link.set(PDFName.of('Rect'), rect);
    link.set(PDFName.of(target.name), target.value);
    return [link];
  });
}

type Target = { readonly name: 'A' | 'Dest'; readonly value: PDFObject };

/** The address or the place in the document that a link leads to; every other action is left out. */
function linkTarget(annotation: PDFObject | undefined): Target | null {
  if (!(annotation instanceof PDFDict) || annotation.lookup(PDFName.of('Subtype')) !== PDFName.of('Link')) return null;
  const action = annotation.lookup(PDFName.of('A'));
  if (action === undefined) {
    const place = annotation.get(PDFName.of('Dest'));
    return place ? { name: 'Dest', value: place } : null;
  }
  if (!(action instanceof PDFDict)) return null;
  const { context } = annotation;
  const kind = action.lookup(PDFName.of('S'));
  if (kind === PDFName.of('GoTo')) {
    const place = action.get(PDFName.of('D'));
    return place ? { name: 'Dest', value: place } : null;
  }
  const address = kind === PDFName.of('URI') ? action.lookup(PDFName.of('URI')) : undefined;
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return null;
  const value = context.obj({ S: 'URI' });
  value.set(PDFName.of('URI'), withoutBreaks(address));
  return { name: 'A', value };
}

/** Places to break a long word are no part of an address: one of a command of the template's own may hold them, in UTF-8. */
function withoutBreaks(address: PDFString | PDFHexString): PDFString | PDFHexString {
  // A letter of this text is a byte.
  const written = Buffer.from(address.asBytes()).toString('latin1');
  const without = written.replaceAll(Buffer.from(BREAK).toString('latin1'), '');
  return without === written ? address : PDFHexString.of(Buffer.from(without, 'latin1').toString('hex'));
}
