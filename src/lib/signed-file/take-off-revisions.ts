import { bytesOfHex, derLength, MOST_SIGNATURE_DIGITS, textOf } from './bytes.ts';
import {
  fillStamp,
  LISTS,
  proofsRevision,
  referencesIn,
  STAMP_HEAD,
  stampedBytes,
  stampRevision,
  type Proofs
} from './revisions.ts';
import { readWrittenPdf, type WrittenPdf } from './written-pdf.ts';

/** Proofs, or a time stamp over everything before it. */
export type Revision =
  | { readonly kind: 'proofs'; readonly proofs: Proofs }
  | {
      readonly kind: 'stamp';
      /** In DER. */
      readonly token: Uint8Array<ArrayBuffer>;
      /** The whole /Contents, with what is left of its room. */
      readonly contents: Uint8Array<ArrayBuffer>;
      readonly stamped: () => Uint8Array<ArrayBuffer>;
    };
export type TakenOff = {
  /** As it was signed. */
  readonly original: Uint8Array;
  /** In the order of the file. */
  readonly revisions: readonly Revision[];
};
type Read = { readonly revision: Revision; readonly bytes: Uint8Array };

/** Two for each of thirty years. */
const MOST_REVISIONS = 64;
const BYTE_RANGE = /\/ByteRange\s*\[\s*0\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/u;
/** So much of a revision stands before its time stamp, at most: the catalog and the field. */
const HEAD = 100_000;

/**
 * The certificate as it was signed, without the proofs that were appended since. A revision is one only if it is, byte for byte, what this
 * program writes of the proofs and time stamps in it; a file with anything else behind its signature is left whole.
 */
export function takeOffRevisions(bytes: Uint8Array): TakenOff {
  const whole = { original: bytes, revisions: [] };
  const text = textOf(bytes);
  const [, , after, length] = BYTE_RANGE.exec(text) ?? [];
  const end = Number(after) + Number(length);
  if (!(end < bytes.length)) return whole;
  const revisions: Revision[] = [];
  try {
    for (let at = end; at < bytes.length;) {
      if (revisions.length >= MOST_REVISIONS) return whole;
      const pdf = readWrittenPdf(text.slice(0, at));
      const found = readStamp(pdf, bytes, text) ?? readProofs(pdf, bytes, text);
      if (found === null || !isEqual(found.bytes, bytes.subarray(at, at + found.bytes.length))) return whole;
      revisions.push(found.revision);
      at += found.bytes.length;
    }
  } catch {
    return whole;
  }
  return { original: bytes.subarray(0, end), revisions };
}

function readStamp(pdf: WrittenPdf, bytes: Uint8Array, text: string): Read | null {
  const start = pdf.text.length;
  const ahead = text.slice(start, start + HEAD);
  const head = ahead.indexOf(STAMP_HEAD);
  const open = ahead.indexOf('/Contents <', head);
  // A revision with proofs may stand before it.
  if (head === -1 || open === -1 || ahead.lastIndexOf('startxref', head) !== -1) return null;
  const from = start + open + '/Contents <'.length;
  const digits = text.slice(from, text.indexOf('>', from));
  if (digits.length > MOST_SIGNATURE_DIGITS) return null;
  if (!/^(?:[0-9a-f]{2})+$/u.test(digits)) return null;
  const contents = bytesOfHex(digits);
  const made = stampRevision(pdf, contents.length);
  const size = derLength(contents);
  if (size === null || size > contents.length) return null;
  const token = contents.slice(0, size);
  const stamped = () => stampedBytes(bytes.subarray(0, start), made);
  return { revision: { kind: 'stamp', token, contents, stamped }, bytes: fillStamp(made, start, token) };
}

/** Behind the number of its object. */
const STORE_HEAD = ' 0 obj\n<<\n/Type /DSS\n';
const STORE =
  /^ 0 obj\n<<\n\/Type \/DSS\n([^<>]*)>>\nendobj\n\n\d+ 0 obj\n<<\n([^<>]*)>>\nendobj\n\n\d+ 0 obj\n<<\n\/Type \/VRI\n[^<>]*>>\nendobj\n\n/u;

function readProofs(pdf: WrittenPdf, bytes: Uint8Array, text: string): Read | null {
  const start = pdf.text.length;
  const ahead = text.slice(start, start + HEAD);
  const mark = ahead.indexOf(STORE_HEAD);
  const [number] = /\d{1,10}$/u.exec(ahead.slice(Math.max(0, mark - 10), Math.max(0, mark))) ?? [];
  const opening = mark === -1 ? null : STORE.exec(ahead.slice(mark));
  if (number === undefined || opening === null) return null;
  const [whole, lists = '', signatures = ''] = opening;
  const about = /\/([0-9A-F]{40}) \d+ 0 R\n$/u.exec(signatures)?.[1];
  if (about === undefined) return null;
  let at = start + mark + whole.length;
  const take = (name: string): Uint8Array[] =>
    referencesIn(lists, name)
      .filter((reference) => reference > Number(number))
      .map(() => {
        const head = /^\d+ 0 obj\n<<\n\/Length (\d+)\n>>\nstream\n/u.exec(text.slice(at, at + 80));
        if (!head) throw new Error('no stream');
        const from = at + head[0].length;
        const to = from + Number(head[1]);
        at = to + '\nendstream\nendobj\n\n'.length;
        return bytes.slice(from, to);
      });
  const [certificates, revocationLists, answers] = LISTS.map(({ name }) => take(name));
  if (!certificates || !revocationLists || !answers) return null;
  const proofs = { about, certificates, revocationLists, answers };
  return { revision: { kind: 'proofs', proofs }, bytes: proofsRevision(pdf, proofs) };
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
