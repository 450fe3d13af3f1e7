const [TEXT, ESCAPE, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The largest element, and the largest text without the elements. */
const LONGEST = 64 * 1024;
const DEEPEST = 64;

/** It is not JSON, or has a larger part than is read. */
export class NotReadable extends Error {}

/**
 * Reads a JSON object that has one long list, piece by piece: its elements are handed over one by one and never in memory together.
 * @example `{"a":1,"files":[…]}` with `files`: each file, and at the end `{"a":1,"files":[]}`
 */
export class ListInJson {
  readonly #name: string;
  readonly #onElement: (bytes: Buffer) => void;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #element: Buffer[] = [];
  #elementBytes = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #inList = false;
  #isFirst = true;
  /** The last text of the object itself, which a colon makes a name. */
  #text = '';
  #key = '';

  constructor(name: string, onElement: (bytes: Buffer) => void) {
    this.#name = name;
    this.#onElement = onElement;
  }

  /** @throws NotReadable */
  read(chunk: Buffer): void {
    let from = 0;
    const put = (to: number) => {
      this.#put(chunk.subarray(from, to));
      from = to;
    };
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#inText) {
        this.#readText(byte);
      } else if (byte === TEXT) {
        this.#inText = true;
        this.#text = '';
      } else if (byte === COLON && this.#depth === 1) this.#key = this.#text;
      else if (byte === OBJECT || byte === LIST) {
        const begins = byte === LIST && this.#depth === 1 && this.#key === this.#name;
        if (++this.#depth > DEEPEST) throw new NotReadable();
        if (begins) {
          put(at + 1);
          this.#inList = true;
          this.#isFirst = true;
        }
      } else if (byte === OBJECT_END || byte === LIST_END) {
        this.#depth--;
        if (!this.#inList || this.#depth > 1) continue;
        put(at);
        this.#endElement(true);
        this.#inList = false;
      } else if (byte === COMMA && this.#inList && this.#depth === 2) {
        put(at);
        this.#endElement(false);
        from = at + 1;
      }
    }
    put(chunk.length);
  }

  /** @returns the text without the elements. @throws NotReadable */
  end(): Buffer {
    if (this.#inList || this.#inText || this.#depth !== 0) throw new NotReadable();
    return Buffer.concat(this.#rest);
  }

  #readText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === ESCAPE) this.#escaped = true;
    else if (byte === TEXT) {
      this.#inText = false;
      return;
    }
    if (this.#depth === 1 && this.#text.length <= this.#name.length) this.#text += String.fromCharCode(byte);
  }

  #put(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#inList) this.#elementBytes += bytes.length;
    else this.#restBytes += bytes.length;
    if (Math.max(this.#elementBytes, this.#restBytes) > LONGEST) throw new NotReadable();
    // A copy: the whole piece would stay in memory with it.
    (this.#inList ? this.#element : this.#rest).push(Buffer.from(bytes));
  }

  /** @param isLast an empty list has no element, and its end is no empty one */
  #endElement(isLast: boolean): void {
    const bytes = Buffer.concat(this.#element);
    this.#element = [];
    this.#elementBytes = 0;
    if (bytes.toString('latin1').trim() === '') {
      if (isLast && this.#isFirst) return;
      throw new NotReadable();
    }
    this.#isFirst = false;
    this.#onElement(bytes);
  }
}
