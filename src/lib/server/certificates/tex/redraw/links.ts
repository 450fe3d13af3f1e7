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
import { BREAK } from '../../templates/breakable.ts';
import { MOST } from './budget.ts';

/** In points: as high as what is laid over the foot of a page reaches. */
const FOOT = 28;
/** Of a page. */
const MOST_LINKS = 2000;
const MOST_PLACES = 20_000;

const named = (name: string): PDFName => PDFName.of(name);

/** Where a link leads: out of the document, or to a page of it, to the height if it says one. */
type Target = { readonly address: string } | { readonly pageIndex: number; readonly top: number | null };
export type Link = { readonly rect: readonly [number, number, number, number]; readonly target: Target };

/** The links of a document by pages. Every other annotation, and every other action, is left out. */
export function linksOf(document: PDFDocument): readonly (readonly Link[])[] {
  const pages = document.getPages();
  const numbers = new Map(pages.map(({ ref }, i) => [ref, i]));
  const places = namedPlaces(document);
  return pages.map((page) => {
    const annotations = page.node.lookup(named('Annots'));
    const found = annotations instanceof PDFArray ? annotations.asArray().map((_, i) => annotations.lookup(i)) : [];
    return found.slice(0, MOST_LINKS).flatMap((annotation) => {
      if (!(annotation instanceof PDFDict) || annotation.lookup(named('Subtype')) !== named('Link')) return [];
      const rect = rectOf(annotation.lookup(named('Rect')));
      const target = rect && targetOf(annotation, numbers, places);
      return rect && target ? [{ rect, target }] : [];
    });
  });
}

/** @param links of the page that is given @param pages of the new document, all of them */
export function drawLinks(page: PDFPage, links: readonly Link[], pages: readonly PDFPage[]): void {
  const { context } = page.doc;
  const made = links.flatMap(({ rect, target }) => {
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

/** Not over the foot: the address that the server lays there leads nowhere else. */
function rectOf(rect: PDFObject | undefined): Link['rect'] | null {
  if (!(rect instanceof PDFArray) || rect.size() !== 4) return null;
  const [left = NaN, bottom = NaN, right = NaN, top = NaN] = [0, 1, 2, 3].map((i) => numberOf(rect.lookup(i)));
  if (![left, bottom, right, top].every((one) => Math.abs(one) < 1e5)) return null;
  return Math.min(bottom, top) > FOOT ? [left, bottom, right, top] : null;
}

type Places = ReadonlyMap<string, PDFObject>;

function targetOf(link: PDFDict, numbers: ReadonlyMap<PDFRef, number>, places: Places): Target | null {
  const action = link.lookup(named('A'));
  if (!(action instanceof PDFDict)) return placeOf(link.lookup(named('Dest')), numbers, places);
  const kind = action.lookup(named('S'));
  if (kind === named('GoTo')) return placeOf(action.lookup(named('D')), numbers, places);
  const address = kind === named('URI') ? action.lookup(named('URI')) : undefined;
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return null;
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
  if (value instanceof PDFName) return value.decodeText();
  const isText = value instanceof PDFString || value instanceof PDFHexString;
  return isText ? Buffer.from(value.asBytes()).toString('latin1') : null;
};

const numberOf = (value: PDFObject | undefined): number => (value instanceof PDFNumber ? value.asNumber() : Number.NaN);

/** The places that links lead to by name (ISO 32000-1, 12.3.2.3). */
function namedPlaces({ catalog }: PDFDocument): Places {
  const found = new Map<string, PDFObject>();
  const older = catalog.lookup(named('Dests'));
  if (older instanceof PDFDict) for (const [key] of older.entries()) add(key, older.lookup(key));
  const names = catalog.lookup(named('Names'));
  const open = [{ node: names instanceof PDFDict ? names.lookup(named('Dests')) : undefined, depth: 0 }];
  const visited = new Set<PDFObject>();
  for (let next = open.pop(); next; next = open.pop()) {
    if (!(next.node instanceof PDFDict) || visited.has(next.node)) continue;
    if (next.depth > MOST.depth || found.size > MOST_PLACES) continue;
    visited.add(next.node);
    const [kids, pairs] = ['Kids', 'Names'].map(
      (name) => next?.node instanceof PDFDict && next.node.lookup(named(name))
    );
    if (kids instanceof PDFArray && open.length + kids.size() < MOST_PLACES) {
      for (let i = 0; i < kids.size(); i += 1) open.push({ node: kids.lookup(i), depth: next.depth + 1 });
    }
    if (!(pairs instanceof PDFArray)) continue;
    for (let i = 0; i + 1 < pairs.size() && found.size <= MOST_PLACES; i += 2)
      add(pairs.lookup(i), pairs.lookup(i + 1));
  }
  return found;

  function add(key: PDFObject | undefined, value: PDFObject | undefined): void {
    const name = nameOf(key);
    if (name !== null && value !== undefined) found.set(name, value);
  }
}
