/**
 * What may follow a signed certificate: proofs for later (PAdES, ETSI EN 319 142-1, 5.4 and 5.5). Each is an incremental update (ISO 32000-2,
 * 7.5.6) that leaves every byte before it. Equal contents give equal bytes: whoever checks a file writes its revisions again.
 */
import { hex } from '#lib/numbers/hex.ts';
import { asciiOf, joined } from './bytes.ts';
import { notOurs, objectText, type WrittenPdf } from './written-pdf.ts';

/** What a signature is checked with later, each part in DER. */
export type Proofs = {
  /** The signature: the SHA-1 of its whole /Contents, in capital hexadecimal digits, by which the store names it. */
  readonly about: string;
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  /** OCSP responses (RFC 6960). */
  readonly answers: readonly Uint8Array[];
};
type Numbered = { readonly number: number; readonly parts: readonly (string | Uint8Array)[] };

/** The list in the store, and the one of a single signature. */
export const LISTS = [
  { name: 'Certs', single: 'Cert', of: 'certificates' },
  { name: 'CRLs', single: 'CRL', of: 'revocationLists' },
  { name: 'OCSPs', single: 'OCSP', of: 'answers' }
] as const;
const STORE = /^\/DSS (\d+) 0 R\n/mu;

/** The revision that adds these proofs to the document's security store (/DSS). */
export function proofsRevision(pdf: WrittenPdf, proofs: Proofs): Uint8Array<ArrayBuffer> {
  const known = STORE.exec(pdf.catalog)?.[1];
  const before = known === undefined ? '' : objectText(pdf.text, Number(known));
  const named = /\/VRI (\d+) 0 R\n/u.exec(before)?.[1];
  const signatures = named === undefined ? '' : objectText(pdf.text, Number(named));
  const [store, list, signature] = [pdf.size, pdf.size + 1, pdf.size + 2];
  let next = signature + 1;
  const streams: Numbered[] = [];
  const lists = LISTS.map(({ name, single, of }) => {
    const numbers = proofs[of].map((der) => {
      streams.push({ number: next, parts: [`<<\n/Length ${der.length}\n>>\nstream\n`, der, '\nendstream'] });
      return next++;
    });
    return {
      all: listed(name, [...referencesIn(before, name), ...numbers]),
      new: listed(single, numbers)
    };
  });
  const others = [...signatures.matchAll(/^\/([0-9A-F]{40}) (\d+) 0 R$/gmu)]
    .filter(([, about]) => about !== proofs.about)
    .map(([line]) => `${line}\n`)
    .join('');
  return revision(pdf, `${pdf.catalog.replace(STORE, '')}/DSS ${store} 0 R\n`, [
    { number: store, parts: [`<<\n/Type /DSS\n${lists.map(({ all }) => all).join('')}/VRI ${list} 0 R\n>>`] },
    { number: list, parts: [`<<\n${others}/${proofs.about} ${signature} 0 R\n>>`] },
    { number: signature, parts: [`<<\n/Type /VRI\n${lists.map((one) => one.new).join('')}>>`] },
    ...streams
  ]);
}

const listed = (name: string, numbers: readonly number[]): string =>
  numbers.length === 0 ? '' : `/${name} [ ${numbers.map((number) => `${number} 0 R`).join(' ')} ]\n`;

/** In the list there is no other one: a text of many that do not end is read once. */
export const referencesIn = (object: string, name: string): readonly number[] =>
  [...(new RegExp(`/${name} \\[ ([^[\\]]*) \\]`, 'u').exec(object)?.[1] ?? '').matchAll(/(\d+) 0 R/gu)].map(([, n]) =>
    Number(n)
  );

/** A revision with room for a time stamp over all but the room. */
export type StampRevision = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of the room, with its brackets, in the whole file. */
  readonly from: number;
  readonly to: number;
};

const RANGE = '0000000000 0000000000 0000000000';
export const STAMP_HEAD = '/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/ByteRange [ 0 ';

/** @param room bytes for the token */
export function stampRevision(pdf: WrittenPdf, room: number): StampRevision {
  const [field, value] = [pdf.size, pdf.size + 1];
  const fields = /\/Fields \[ ([^[\]]*) \]/u.exec(pdf.catalog);
  if (!fields) throw notOurs();
  const catalog = pdf.catalog.replace(fields[0], () => `/Fields [ ${fields[1]} ${field} 0 R ]`);
  const name = `Signature${(fields[1] ?? '').split(' 0 R').length}`;
  const opening = `<<\n${STAMP_HEAD}${RANGE} ]\n/Contents `;
  const bytes = revision(pdf, catalog, [
    {
      number: field,
      parts: [
        `<<\n/Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (${name})\n/V ${value} 0 R\n/F 132\n/Rect [ 0 0 0 0 ]\n>>`
      ]
    },
    { number: value, parts: [`${opening}<${'0'.repeat(2 * room)}>\n>>`] }
  ]);
  const start = pdf.text.length;
  const at = new TextDecoder('latin1').decode(bytes).indexOf(opening);
  const from = start + at + opening.length;
  const to = from + 2 * room + 2;
  const digits = (n: number) => String(n).padStart(10, '0');
  const range = `${digits(from)} ${digits(to)} ${digits(start + bytes.length - to)}`;
  bytes.set(asciiOf(range), at + opening.indexOf(RANGE));
  return { bytes, from, to };
}

/** What is stamped: the file up to the revision, and the revision, without the room. */
export function stampedBytes(before: Uint8Array, { bytes, from, to }: StampRevision): Uint8Array<ArrayBuffer> {
  const start = before.length;
  return joined([before, bytes.subarray(0, from - start), bytes.subarray(to - start)]);
}

/** Writes the token, in DER, into the room. @param start of the revision in the file @throws Error if it is too large */
export function fillStamp(
  { bytes, from, to }: StampRevision,
  start: number,
  token: Uint8Array
): Uint8Array<ArrayBuffer> {
  if (2 * token.length > to - from - 2) throw new Error('the time stamp is larger than its room');
  const filled = Uint8Array.from(bytes);
  filled.set(asciiOf(hex(token)), from - start + 1);
  return filled;
}

/** Objects behind a file, with the catalog written again, and a table and a trailer that lead to those before. */
function revision(pdf: WrittenPdf, catalog: string, objects: readonly Numbered[]): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = pdf.text.length;
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? asciiOf(part) : part;
    pieces.push(bytes);
    length += bytes.length;
  };
  add('\n');
  const all = [{ number: pdf.root, parts: [`<<\n${catalog}>>`] }, ...objects];
  const places = all.map(({ number, parts }) => {
    const at = length;
    add(`${number} 0 obj\n`);
    parts.forEach(add);
    add('\nendobj\n\n');
    return `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = length;
  const size = Math.max(pdf.size, ...all.map(({ number }) => number + 1));
  add(
    `xref\n${places.join('')}\ntrailer\n<<\n/Size ${size}\n${pdf.same}/Prev ${pdf.xref}\n>>\n\nstartxref\n${xref}\n%%EOF`
  );
  return joined(pieces);
}
