import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFEmbeddedPage, type PDFPage } from '@cantoo/pdf-lib';
import { paintCover, paintStamp, type Collection, type ListedCertificate } from './copies-cover.ts';

/** The pace at which a file is read and written: others have their turn in between. */
const OBJECTS_A_TURN = 100;
const load = (pdf: Uint8Array) => PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: OBJECTS_A_TURN });

/** Pages of many certificates in one file. Their signatures do not survive that, so every page is marked as a copy. */
export class MergedCopies {
  readonly #document: PDFDocument;
  readonly #collection: Collection;
  readonly #stamp: PDFEmbeddedPage;
  readonly #pages: number[] = [];
  private constructor(document: PDFDocument, collection: Collection, stamp: PDFEmbeddedPage) {
    this.#document = document;
    this.#collection = collection;
    this.#stamp = stamp;
  }
  static async create(collection: Collection): Promise<MergedCopies> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const stamp = await load((await paintStamp(collection)).pdf);
    const page = await document.embedPage(stamp.getPage(0));
    return new MergedCopies(document, collection, page);
  }

  async add(pdf: Uint8Array): Promise<void> {
    const from = await load(pdf);
    for (const page of await this.#document.copyPages(from, from.getPageIndices())) {
      withoutFields(page);
      this.#document.addPage(page);
      this.#mark(page);
    }
    this.#pages.push(from.getPageCount());
  }

  /** As wide as the page; at its top, whatever is there. */
  #mark(page: PDFPage): void {
    const { x, y, width, height } = page.getMediaBox();
    const scale = width / this.#stamp.width;
    page.drawPage(this.#stamp, { x, y: y + height - this.#stamp.height * scale, xScale: scale, yScale: scale });
  }

  /** @param listed those that were added, in that order, and those that are missing */
  async end(listed: readonly ListedCertificate[]): Promise<Uint8Array> {
    const cover = await load((await paintCover(this.#collection, listed, this.#pages)).pdf);
    const pages = await this.#document.copyPages(cover, cover.getPageIndices());
    for (const [i, page] of pages.entries()) this.#document.insertPage(i, page);
    const { organization, madeAt } = this.#collection;
    this.#document.setTitle(cover.getTitle() ?? '', { showInWindowTitleBar: true });
    this.#document.setAuthor(organization);
    this.#document.setCreator('Plumbline');
    this.#document.setProducer('Plumbline');
    this.#document.setCreationDate(madeAt);
    this.#document.setModificationDate(madeAt);
    this.#document.setLanguage(this.#collection.language);
    return this.#document.save({ objectsPerTick: OBJECTS_A_TURN });
  }
}

/** A copy has no signature: neither its field nor what that shows. Links stay. */
function withoutFields(page: PDFPage): void {
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  if (annotations === undefined) return;
  for (let i = annotations.size() - 1; i >= 0; i--) {
    const kind = annotations.lookupMaybe(i, PDFDict)?.get(PDFName.of('Subtype'));
    if (kind === PDFName.of('Widget')) annotations.remove(i);
  }
}
