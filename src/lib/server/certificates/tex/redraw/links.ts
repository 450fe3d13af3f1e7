import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFPage
} from '@cantoo/pdf-lib';
import { addressInFile } from '../../layout/address-in-file.ts';
import { isFree, type Free } from '../../layout/stamp.ts';
import { BREAK } from '../../templates/breakable.ts';
import { MOST } from './budget.ts';

/** Of a document: what comes after them leads nowhere. */
const MOST_LINKS = 20_000;
/** Entries of the lists of places that links lead to by name. */
const MOST_PLACES = 100_000;
/** Of an address or the name of a place, in bytes as they are written. */
const LONGEST = 4000;

const named = (name: string): PDFName => PDFName.of(name);

/** Where a link leads: out of the document, or to a page of it, to the height if it says one. */
type Target = { readonly address: string } | { readonly pageIndex: number; readonly top: number | null };
export type Link = { readonly rect: readonly [number, number, number, number]; readonly target: Target };

/** The links of a document by pages. Every other annotation, and every other action, is left out. */
export function linksOf(document: PDFDocument): readonly (readonly Link[])[] {
  const pages = document.getPages();
  const numbers = new Map(pages.map(({ ref }, i) => [ref, i]));
  const places = namedPlaces(document);
  const annotations = { left: MOST_LINKS };
  return pages.map((page) =>
    entriesOf(page.node.lookup(named('Annots')), annotations).flatMap((annotation) => {
      if (!(annotation instanceof PDFDict) || annotation.lookup(named('Subtype')) !== named('Link')) return [];
      const rect = rectOf(annotation.lookup(named('Rect')));
      const target = rect && targetOf(annotation, numbers, places);
      return rect && target ? [{ rect, target }] : [];
    })
  );
}

/** Those of a list that may still be looked at: pages and trees can share one. */
function entriesOf(list: PDFObject | undefined, most: { left: number }): readonly (PDFObject | undefined)[] {
  if (!(list instanceof PDFArray)) return [];
  const length = Math.min(most.left, list.size());
  most.left -= length;
  return Array.from({ length }, (_, i) => list.lookup(i));
}

/**
 * Not where something is laid over the page: the address there leads nowhere else.
 * @param links of the page that is given
 * @param pages of the new document, all of them
 */
export function drawLinks(
  page: PDFPage,
  links: readonly Link[],
  { pages, free }: { readonly pages: readonly PDFPage[]; readonly free: Free }
): void {
  const { context } = page.doc;
  const height = page.getHeight();
  const made = links.flatMap(({ rect, target }) => {
    const [, one, , other] = rect;
    if (!isFree(height - Math.max(one, other), height - Math.min(one, other), free)) return [];
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], Rect: rect });
    if ('address' in target) {
      const action = context.obj({ S: 'URI' });
      action.set(named('URI'), textOf(target.address));
      link.set(named('A'), action);
      return [link];
    }
    const to = pages[target.pageIndex];
    if (!to) return [];
    const place = context.obj(target.top === null ? [to.ref, 'Fit'] : [to.ref, 'FitH', target.top]);
    link.set(named('Dest'), place);
    return [link];
  });
  if (made.length > 0) page.node.set(named('Annots'), context.obj(made));
}

/** Readable where nothing in it has a meaning of its own. */
const textOf = (address: string): PDFObject =>
  /^[!-'*-[\]-~]*$/u.test(address)
    ? PDFString.of(address)
    : PDFHexString.of(Buffer.from(address, 'latin1').toString('hex'));

function rectOf(rect: PDFObject | undefined): Link['rect'] | null {
  if (!(rect instanceof PDFArray) || rect.size() !== 4) return null;
  const [left = NaN, bottom = NaN, right = NaN, top = NaN] = [0, 1, 2, 3].map((i) => numberOf(rect.lookup(i)));
  const rectangle = [left, bottom, right, top] as const;
  return rectangle.every((one) => Math.abs(one) < 1e5) ? rectangle : null;
}

type Places = ReadonlyMap<string, PDFObject>;

function targetOf(link: PDFDict, numbers: ReadonlyMap<PDFRef, number>, places: Places): Target | null {
  const action = link.lookup(named('A'));
  if (!(action instanceof PDFDict)) return placeOf(link.lookup(named('Dest')), numbers, places);
  const kind = action.lookup(named('S'));
  if (kind === named('GoTo')) return placeOf(action.lookup(named('D')), numbers, places);
  const address = kind === named('URI') ? action.lookup(named('URI')) : undefined;
  if (!isText(address) || address.sizeInBytes() > LONGEST) return null;
  // A letter of this text is a byte. Places to break a long word are no part of an address: one of a command of the template's own
  // may hold them, in UTF-8.
  const written = Buffer.from(address.asBytes()).toString('latin1');
  return { address: addressInFile(written.replaceAll(Buffer.from(BREAK).toString('latin1'), '')) };
}

function placeOf(given: PDFObject | undefined, numbers: ReadonlyMap<PDFRef, number>, places: Places): Target | null {
  const name = nameOf(given);
  let place = name === null ? given : places.get(name);
  if (place instanceof PDFDict) place = place.lookup(named('D'));
  if (!(place instanceof PDFArray)) return null;
  const page = place.get(0);
  const pageIndex = page instanceof PDFRef ? numbers.get(page) : undefined;
  if (pageIndex === undefined) return null;
  const [kind, at] = [place.lookup(1), place.lookup(place.lookup(1) === named('XYZ') ? 3 : 2)];
  const top = kind === named('XYZ') || kind === named('FitH') ? numberOf(at) : Number.NaN;
  return { pageIndex, top: Math.abs(top) < 1e5 ? top : null };
}

const nameOf = (value: PDFObject | undefined): string | null => {
  if (!(value instanceof PDFName || isText(value)) || value.sizeInBytes() > LONGEST) return null;
  return value instanceof PDFName ? value.decodeText() : Buffer.from(value.asBytes()).toString('latin1');
};
const isText = (value: PDFObject | undefined): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString;

const numberOf = (value: PDFObject | undefined): number => (value instanceof PDFNumber ? value.asNumber() : Number.NaN);

/** The places that links lead to by name (ISO 32000-1, 12.3.2.3). */
function namedPlaces({ catalog }: PDFDocument): Places {
  const found = new Map<string, PDFObject>();
  const older = catalog.lookup(named('Dests'));
  if (older instanceof PDFDict) for (const [key] of older.entries()) add(key, older.lookup(key));
  const names = catalog.lookup(named('Names'));
  const open = [{ node: names instanceof PDFDict ? names.lookup(named('Dests')) : undefined, depth: 0 }];
  const visited = new Set<PDFObject>();
  const most = { left: MOST_PLACES };
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (!(node instanceof PDFDict) || visited.has(node) || depth > MOST.depth) continue;
    visited.add(node);
    for (const kid of entriesOf(node.lookup(named('Kids')), most)) open.push({ node: kid, depth: depth + 1 });
    const pairs = entriesOf(node.lookup(named('Names')), most);
    for (let i = 0; i + 1 < pairs.length; i += 2) add(pairs[i], pairs[i + 1]);
  }
  return found;

  function add(key: PDFObject | undefined, value: PDFObject | undefined): void {
    const name = nameOf(key);
    if (name !== null && value !== undefined) found.set(name, value);
  }
}
