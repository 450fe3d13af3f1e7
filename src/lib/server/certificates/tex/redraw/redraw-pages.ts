import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, type PDFPage } from '@cantoo/pdf-lib';
import type { Free } from '../../layout/stamp.ts';
import { MOST } from './budget.ts';
import { drawLinks, linksOf } from './links.ts';
import { ObjectRedrawing } from './redraw-objects.ts';
import { findSignature, type FoundPlace } from './signature-place.ts';
import { assertLoadable } from './stream-bytes.ts';

/** In points: 10 cm, and A2. What is laid over smaller or larger paper could not be read. */
const PAPER = { least: 283, most: 1684 };

/**
 * Draws what TeX has put on each page as one form on a page of a new document, which shows the whole of its paper: whatever a source does
 * to its pages, what the server lays over them afterwards is there, in its size, and on top. Nothing else of the file is taken over
 * but links, with nothing to see of them.
 * @param made the file that TeX has made
 * @param freeOn what nothing will be laid over, on paper of a size: links are there only
 * @returns the new document, and where the signature's picture is in it
 * @throws where a page has no paper of a usual size, or anything in it is not sound or not known
 */
export async function redrawPages(
  made: Uint8Array,
  freeOn: (size: { readonly width: number; readonly height: number }) => Free
): Promise<{ document: PDFDocument; signature: FoundPlace | null }> {
  assertLoadable(made);
  const options = { updateMetadata: false, throwOnInvalidObject: true };
  const source = await PDFDocument.load(made, options).catch((cause: unknown) => {
    throw new Error('an object in it cannot be read', { cause });
  });
  const count = countPages(source);
  const pages = source.getPages();
  // Viewers show pages that say that they are something else.
  if (pages.length !== count || source.catalog.Pages().Count().asNumber() !== count)
    throw new Error('a page in it is not one');
  const document = await PDFDocument.create({ updateMetadata: false });
  const redrawing = new ObjectRedrawing(document.context);
  const contents = pages.map((page) => contentOf(page, redrawing));
  const redrawn = pages.map((page, i) => redrawPage(page, contents[i] ?? '', document, redrawing));
  for (const [i, links] of linksOf(source).entries()) {
    const page = redrawn[i];
    if (page && links.length > 0) drawLinks(page, links, { pages: redrawn, free: freeOn(page.getSize()) });
  }
  return { document, signature: findSignature(pages, contents) };
}

/** @throws where a node is in the tree of pages twice: whoever follows it comes to more pages with each level */
function countPages({ catalog }: PDFDocument): number {
  const visited = new Set<PDFObject>();
  let count = 0;
  const open = [{ node: catalog.lookup(PDFName.of('Pages')), depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (!(node instanceof PDFDict) || visited.has(node) || depth > MOST.depth)
      throw new Error('its pages are not sound');
    visited.add(node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) {
      for (let i = 0; i < kids.size() && open.length <= MOST.pages; i += 1)
        open.push({ node: kids.lookup(i), depth: depth + 1 });
    } else count += 1;
    if (visited.size + open.length > MOST.pages) throw new Error(`it has more than ${MOST.pages} pages`);
  }
  if (count === 0) throw new Error('it has no pages');
  return count;
}

/** What a page draws, one character for each byte. */
function contentOf(page: PDFPage, redrawing: ObjectRedrawing): string {
  const contents: PDFObject | undefined = page.node.lookup(PDFName.of('Contents'));
  if (contents === undefined) return '';
  const streams = contents instanceof PDFArray ? contents.asArray().map((_, i) => contents.lookup(i)) : [contents];
  return streams.map((stream) => redrawing.textOf(stream)).join('\n');
}

function redrawPage(page: PDFPage, content: string, document: PDFDocument, redrawing: ObjectRedrawing): PDFPage {
  const { width, height } = paperOf(page);
  const { context } = document;
  const box = context.obj({ BBox: [0, 0, width, height] });
  const { ref } = redrawing.drawing(content, page.node.Resources(), box);
  const redrawn = document.addPage([width, height]);
  redrawn.setCropBox(0, 0, width, height);
  redrawn.node.set(PDFName.of('Resources'), context.obj({ Font: {}, XObject: { Page: ref }, ExtGState: {} }));
  const drawn = context.register(context.flateStream('q /Page Do Q\n'));
  redrawn.node.set(PDFName.of('Contents'), context.obj([drawn]));
  return redrawn;
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
