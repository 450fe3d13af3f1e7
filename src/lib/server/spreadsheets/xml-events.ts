import { refusedSheet } from './sheet.ts';

/** What is met in an XML text. Names come without their namespace. */
export type XmlEvents = {
  readonly open?: (name: string, attribute: (name: string) => string | null) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

/** A tag is never longer in a workbook. */
const LONGEST_TAG = 64 * 1024;
const DEEPEST = 64;
const LONGEST_TEXT = 1024 ** 2;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML piece by piece, as much of it as workbooks use. A document type is refused: without one, no entity can expand to
 * more than a character.
 */
export class XmlReader {
  readonly #events: XmlEvents;
  #rest = '';
  #depth = 0;
  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** @throws Refusal `archive_refused` */
  read(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      if (tag < 0) break;
      if (tag > at) this.#events.text?.(unescaped(text.slice(at, tag)));
      const end = endOfTag(text, tag);
      at = tag;
      if (end === null) break;
      this.#readTag(text, tag, end);
      at = end;
    }
    this.#rest = text.slice(at);
    const isTag = this.#rest.startsWith('<');
    if (this.#rest.length > (isTag && !this.#rest.startsWith('<!') ? LONGEST_TAG : LONGEST_TEXT))
      throw refusedSheet('The workbook is damaged: a part of it is not XML.');
  }

  /** @throws Refusal `archive_refused` where it ends too early */
  end(): void {
    if (this.#depth !== 0 || this.#rest.trim() !== '')
      throw refusedSheet('The workbook is damaged: a part of it is cut off.');
  }

  #readTag(text: string, from: number, end: number): void {
    if (text.startsWith('<![CDATA[', from)) return this.#events.text?.(text.slice(from + 9, end - 3));
    if (text.startsWith('<!--', from) || text.startsWith('<?', from)) return;
    if (text.startsWith('<!', from)) throw refusedSheet('The workbook declares a document type, which is not read.');
    const isEnd = text[from + 1] === '/';
    const inner = text.slice(from + (isEnd ? 2 : 1), end - 1);
    const name = /^[^\s/>]*/.exec(inner)?.[0].replace(/^.*:/, '') ?? '';
    if (isEnd) {
      this.#depth--;
      return this.#events.close?.(name);
    }
    if (++this.#depth > DEEPEST) throw refusedSheet('The workbook is damaged: its parts are nested too deeply.');
    this.#events.open?.(name, (wanted) => attributeOf(inner, wanted));
    if (!inner.endsWith('/')) return;
    this.#depth--;
    this.#events.close?.(name);
  }
}

/** Behind the tag that begins at `from`; null where its end has not arrived. */
function endOfTag(text: string, from: number): number | null {
  const closing = text.startsWith('<![CDATA[', from) ? ']]>' : text.startsWith('<!--', from) ? '-->' : '>';
  // `<![C` may be all that has arrived of a longer mark.
  if (text.length - from < 9 && text.startsWith('<!', from)) return null;
  let end = text.indexOf(closing, from);
  // Within the quotes of an attribute, the sign is part of a value.
  while (closing === '>' && end >= 0 && isWithinQuotes(text, from, end)) end = text.indexOf('>', end + 1);
  return end < 0 ? null : end + closing.length;
}

function isWithinQuotes(text: string, from: number, end: number): boolean {
  let quote = '';
  for (let at = from; at < end; at++) {
    const sign = text[at] ?? '';
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return quote !== '';
}

const PATTERNS = new Map<string, RegExp>();
function patternOf(name: string): RegExp {
  const known = PATTERNS.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  PATTERNS.set(name, known);
  return known;
}

/** An attribute by its name without namespace. */
function attributeOf(inner: string, wanted: string): string | null {
  const found = patternOf(wanted).exec(inner);
  return found === null ? null : unescaped(found[1] ?? found[2] ?? '');
}

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
        (whole, hex?: string, digits?: string, name?: string) => {
          if (name !== undefined) return NAMED[name] ?? whole;
          const code = hex === undefined ? Number(digits) : parseInt(hex, 16);
          return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
        }
      )
    : text;
