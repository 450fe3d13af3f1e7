import { invalidInput } from '#lib/laboratory/refusal.ts';

const [TEXT, ESCAPE, COLON, COMMA, UNICODE] = [0x22, 0x5c, 0x3a, 0x2c, 0x75];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** No message is nested deeper than ten. */
const DEEPEST = 64;
/** This many values are parsed in a few milliseconds, whatever they are. */
const FEW_VALUES = 65_536;
/**
 * In the largest messages a value needs more bytes than this, including name and comma: the group of a point needs
 * eleven.
 */
const BYTES_A_VALUE = 10;
/** The largest message has a hundred names of fields. */
const MOST_NAMES = 400;
const MARKS = 4096;

/**
 * Checks a JSON text as it arrives, before it is parsed: its depth and the number of values and names. Texts of only
 * brackets, commas or new names need many times their size in memory.
 */
export class JsonShape {
  /** A character was written as `\u…`: only so can JSON contain text that no column can store. */
  hasCodes = false;
  readonly #mostValues: number;
  readonly #marks = new Uint8Array(MARKS);
  #names = 0;
  #values = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #hash = 0;

  /** @param limit bytes that the whole text has at most. @param mostValues where it is known better */
  constructor(limit: number, mostValues = Math.max(FEW_VALUES, limit / BYTES_A_VALUE)) {
    this.#mostValues = mostValues;
  }

  /** @throws InvalidInput `too_deep`, `too_many_values`, `too_many_names` */
  read(chunk: Uint8Array): void {
    const end = chunk.length;
    for (let at = 0; at < end;) {
      if (this.#inText) {
        at = this.#readText(chunk, at);
        continue;
      }
      const byte = chunk[at++];
      if (byte === TEXT) {
        this.#inText = true;
        this.#hash = 0;
      } else if (byte === COMMA) this.#values++;
      else if (byte === COLON) this.#mark();
      else if (byte === OBJECT || byte === LIST) this.#open();
      else if (byte === OBJECT_END || byte === LIST_END) this.#depth--;
    }
    if (this.#values > this.#mostValues) throw tooMuch('too_many_values', `more than ${this.#mostValues} values`);
    if (this.#names > MOST_NAMES) throw tooMuch('too_many_names', `more than ${MOST_NAMES} names of fields`);
  }

  /** Reads on in a text. @returns where it ends, or the chunk does. */
  #readText(chunk: Uint8Array, from: number): number {
    let hash = this.#hash;
    let escaped = this.#escaped;
    let at = from;
    for (; at < chunk.length && this.#inText; at++) {
      const byte = chunk[at] ?? 0;
      if (escaped) {
        escaped = false;
        if (byte === UNICODE) this.hasCodes = true;
      } else if (byte === ESCAPE) escaped = true;
      else if (byte === TEXT) this.#inText = false;
      else hash = (Math.imul(hash, 31) + byte) & (MARKS - 1);
    }
    this.#hash = hash;
    this.#escaped = escaped;
    return at;
  }

  #open(): void {
    this.#values++;
    if (++this.#depth > DEEPEST) throw tooMuch('too_deep', `values nested deeper than ${DEEPEST}`);
  }

  /** Names of one mark are counted as one: of many, few are missed. */
  #mark(): void {
    if (this.#marks[this.#hash] === 1) return;
    this.#marks[this.#hash] = 1;
    this.#names++;
  }
}

const tooMuch = (type: string, what: string) =>
  invalidInput(['body'], type, `The body has ${what}; no operation accepts that`);
