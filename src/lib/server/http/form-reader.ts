import { Refusal } from '#lib/laboratory/refusal.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { partNames } from './part-name.ts';
import { readThrough } from './read-through.ts';

const HEADERS_END = Buffer.from('\r\n\r\n');
const MOST_HEADERS = 16 * 1024;
/** A form has a file and a few fields. Each part costs time however short it is, and a body has room for a million. */
const MOST_PARTS = 20;
const BOUNDARY = /^multipart\/form-data;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** The parts of a form beside its file. */
export type OtherParts = {
  /** Those that are wanted, and how many bytes they may have together. */
  readonly names: readonly string[];
  readonly limit: number;
  /** A form with any other part, or with a second file, is refused; otherwise they are passed over. */
  readonly noOthers?: true;
};

const incomplete = () => new Refusal('bad_request', 'The form is incomplete, or has no part "file".');

/** A form as it arrives, of which no more is kept than the texts that are wanted: headers, an empty line, contents, a boundary. */
export class FormReader {
  readonly #boundary: Buffer;
  readonly #keep: (bytes: Uint8Array) => unknown;
  readonly #others: OtherParts;
  readonly #texts = new Map<string, GrowingBytes>();
  #textBytes = 0;
  /** The wanted part that is being read. */
  #text: string | null = null;
  // The first boundary has no line end before it.
  #rest = Buffer.from('\r\n');
  #inContents = true;
  #isFile = false;
  #hasFile = false;
  #isClosed = false;
  #parts = 0;
  #fileName: string | null = null;

  /**
   * @param contentType the header of the request
   * @param keep called with the contents of the file, piece by piece, and awaited
   * @throws Refusal `wrong_type`
   */
  constructor(contentType: string | null, keep: (bytes: Uint8Array) => unknown, others: OtherParts) {
    const found = BOUNDARY.exec(contentType ?? '');
    const boundary = found?.[1] ?? found?.[2];
    if (boundary === undefined)
      throw new Refusal('wrong_type', 'Send the file as the part "file" of multipart/form-data.');
    this.#boundary = Buffer.from(`\r\n--${boundary}`);
    this.#keep = keep;
    this.#others = others;
  }

  /** The name of the file where it comes from; null where the form has none. */
  get fileName(): string | null {
    return this.#fileName;
  }

  /**
   * @returns the wanted texts, by name
   * @throws Refusal `bad_request`, `too_large`
   */
  async read(chunks: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<string, Uint8Array>> {
    await readThrough(chunks, (chunk) => this.#take(chunk));
    if (!this.#hasFile || !this.#isClosed) throw incomplete();
    return new Map([...this.#texts].map(([name, text]) => [name, text.bytes()]));
  }

  async #take(chunk: Uint8Array): Promise<void> {
    // Anything may follow the last boundary; it is no part of the form.
    if (this.#isClosed) return;
    this.#rest = Buffer.concat([this.#rest, chunk]);
    while (await (this.#inContents ? this.#readContents() : this.#readHeaders()));
  }

  /** @returns whether there may be more to do with what is here */
  async #readContents(): Promise<boolean> {
    const end = this.#rest.indexOf(this.#boundary);
    const safe = end >= 0 ? end : Math.max(0, this.#rest.length - this.#boundary.length);
    if (this.#isFile && safe > 0) await this.#keep(this.#rest.subarray(0, safe));
    if (this.#text !== null) this.#keepText(this.#text, this.#rest.subarray(0, safe));
    this.#rest = this.#rest.subarray(end >= 0 ? end + this.#boundary.length : safe);
    if (end < 0) return false;
    this.#inContents = false;
    return true;
  }

  async #readHeaders(): Promise<boolean> {
    this.#isClosed = this.#rest.subarray(0, 2).equals(Buffer.from('--'));
    if (this.#isClosed) return false;
    const end = this.#rest.subarray(0, MOST_HEADERS + HEADERS_END.length).indexOf(HEADERS_END);
    if (end < 0) {
      if (this.#rest.length > MOST_HEADERS) throw incomplete();
      return false;
    }
    if (++this.#parts > MOST_PARTS) throw new Refusal('bad_request', `The form has more than ${MOST_PARTS} parts.`);
    const { name, fileName } = partNames(this.#rest.toString('utf8', 0, end));
    this.#isFile = !this.#hasFile && name === 'file';
    if (this.#isFile) this.#fileName = fileName;
    this.#text = this.#others.names.includes(name) && !this.#texts.has(name) ? name : null;
    if (this.#others.noOthers && !this.#isFile && this.#text === null) {
      throw new Refusal('bad_request', 'The form has another part than one "file".');
    }
    this.#hasFile ||= this.#isFile;
    this.#rest = this.#rest.subarray(end + HEADERS_END.length);
    this.#inContents = true;
    return true;
  }

  #keepText(name: string, bytes: Uint8Array): void {
    this.#textBytes += bytes.byteLength;
    if (this.#textBytes > this.#others.limit) throw new Refusal('too_large', `The part "${name}" is too large.`);
    const text = this.#texts.get(name) ?? new GrowingBytes();
    text.add(bytes);
    this.#texts.set(name, text);
  }
}
