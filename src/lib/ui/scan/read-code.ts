/** What a code, or what somebody types, refers to. */
export type CodeMeaning =
  /** A sticker of Plumbline; `host` is that of another installation, null for this one. */
  | { readonly kind: 'sticker'; readonly id: string; readonly host: string | null }
  /** An identifier, a serial number, or words to look for. */
  | { readonly kind: 'text'; readonly text: string }
  /** An address of something else. */
  | { readonly kind: 'address'; readonly text: string };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** What readers put before a code to say its kind (ISO/IEC 15424). */
const SYMBOLOGY = /^\][A-Za-z][0-9A-Za-z]/;
const SEPARATOR = '\u001d';
const MOST = 200;

/** @param origin of this installation. */
export function readCode(scanned: string, origin: string): CodeMeaning {
  const isGs1 =
    scanned.startsWith(']C1') || scanned.startsWith(']d2') || scanned.startsWith(']Q3') || scanned.includes(SEPARATOR);
  const raw = scanned.replace(SYMBOLOGY, '');
  const text = printable(raw);
  if (/^https?:\/\//i.test(text)) return readAddress(text, origin);
  if (UUID.test(text)) return { kind: 'sticker', id: text.toLowerCase(), host: null };
  const ofItem = isGs1 ? itemOf(raw) : /^\(\d{2,4}\)/.test(text) ? itemOfWritten(text) : null;
  return { kind: 'text', text: ofItem === null ? text : printable(ofItem) };
}

const printable = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MOST);

function readAddress(text: string, origin: string): CodeMeaning {
  if (!URL.canParse(text)) return { kind: 'address', text };
  const address = new URL(text);
  const id = /\/a\/([^/]+)\/?$/.exec(address.pathname)?.[1] ?? '';
  const isHere = address.origin === origin;
  if (UUID.test(id)) return { kind: 'sticker', id: id.toLowerCase(), host: isHere ? null : address.host };
  const ref = isHere ? /^\/assets\/([^/]+)/.exec(address.pathname)?.[1] : undefined;
  return ref === undefined ? { kind: 'address', text } : readCode(decoded(ref), origin);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Elements of fixed length by their identifier (GS1 General Specifications, 3.2): they end without a separator. */
const FIXED: Readonly<Record<string, number | undefined>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '17': 6,
  '20': 2
};
const withoutSeparator = (text: string) => (text.startsWith(SEPARATOR) ? text.slice(1) : text);
/** What tells one item apart: its own asset identifier, or its serial number. */
const ITEM = ['8004', '21'];

/** Of a manufacturer's code: the identifier or serial number of the item; null where it has none. */
function itemOf(raw: string): string | null {
  const elements = new Map<string, string>();
  for (let rest = withoutSeparator(raw); rest !== '';) {
    const ai = rest.startsWith('8004') ? '8004' : /^24[01]/.test(rest) ? rest.slice(0, 3) : rest.slice(0, 2);
    const length = FIXED[ai];
    const value = rest.slice(ai.length).split(SEPARATOR, 1)[0] ?? '';
    const own = length === undefined ? value : value.slice(0, length);
    elements.set(ai, own);
    rest = withoutSeparator(rest.slice(ai.length + own.length));
  }
  return first(elements);
}

/** The same as people write it: (01)09506000134352(21)SN-77. */
const itemOfWritten = (text: string): string | null =>
  first(new Map([...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai = '', value = '']) => [ai, value])));

const first = (elements: ReadonlyMap<string, string>): string | null =>
  ITEM.map((ai) => elements.get(ai)).find((value) => value !== undefined && value !== '') ?? null;
