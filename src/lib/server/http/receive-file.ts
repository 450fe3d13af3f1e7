import { open, type FileHandle } from 'node:fs/promises';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { chunksOf } from './read-json.ts';

const HEADERS_END = Buffer.from('\r\n\r\n');
const MOST_HEADERS = 16 * 1024;
const BOUNDARY = /^multipart\/form-data;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** Other parts of a form that are wanted, and how many bytes they may have together. */
export type WantedTexts = { readonly names: readonly string[]; readonly limit: number };
const NO_TEXTS: WantedTexts = { names: [], limit: 0 };

/**
 * Writes the part `file` of a form to a file as it arrives; nothing of it is kept in memory. Other parts are passed over, but
 * for those that are wanted.
 * @returns these, by name
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`
 */
export async function receiveFile(
  request: Request,
  path: string,
  limit: number,
  wanted = NO_TEXTS
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = BOUNDARY.exec(request.headers.get('content-type') ?? '');
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined)
    throw new Refusal('wrong_type', 'Send the file as the part "file" of multipart/form-data.');
  const file = await open(path, 'wx', 0o600);
  try {
    return await new FormReader(Buffer.from(`\r\n--${boundary}`), file, wanted).read(chunksOf(request, limit));
  } finally {
    await file.close();
  }
}

const incomplete = () => new Refusal('bad_request', 'The form is incomplete, or has no part "file".');

/** Between two boundaries: headers, an empty line, contents. */
class FormReader {
  readonly #boundary: Buffer;
  readonly #file: FileHandle;
  readonly #wanted: WantedTexts;
  readonly #texts = new Map<string, Uint8Array>();
  #textBytes = 0;
  /** The wanted part that is being read. */
  #text: string | null = null;
  // The first boundary has no line end before it.
  #rest = Buffer.from('\r\n');
  #inContents = true;
  #isFile = false;
  #hasFile = false;
  constructor(boundary: Buffer, file: FileHandle, wanted: WantedTexts) {
    this.#boundary = boundary;
    this.#file = file;
    this.#wanted = wanted;
  }

  async read(chunks: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<string, Uint8Array>> {
    for await (const chunk of chunks) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      while (await (this.#inContents ? this.#readContents() : this.#readHeaders()));
    }
    if (!this.#hasFile || this.#inContents || !this.#rest.toString('latin1').startsWith('--')) throw incomplete();
    return this.#texts;
  }

  /** @returns whether there may be more to do with what is here */
  async #readContents(): Promise<boolean> {
    const end = this.#rest.indexOf(this.#boundary);
    const safe = end >= 0 ? end : Math.max(0, this.#rest.length - this.#boundary.length);
    if (this.#isFile && safe > 0) await this.#file.writeFile(this.#rest.subarray(0, safe));
    if (this.#text !== null) this.#keepText(this.#text, this.#rest.subarray(0, safe));
    this.#rest = this.#rest.subarray(end >= 0 ? end + this.#boundary.length : safe);
    if (end < 0) return false;
    this.#inContents = false;
    return true;
  }

  async #readHeaders(): Promise<boolean> {
    const end = this.#rest.indexOf(HEADERS_END);
    if (end < 0) {
      if (this.#rest.length > MOST_HEADERS) throw incomplete();
      return false;
    }
    const name = /;\s*name="?(\w+)"?\s*(?:;|\r|$)/i.exec(this.#rest.toString('utf8', 0, end))?.[1] ?? '';
    this.#isFile = !this.#hasFile && name === 'file';
    this.#text = this.#wanted.names.includes(name) && !this.#texts.has(name) ? name : null;
    this.#hasFile ||= this.#isFile;
    this.#rest = this.#rest.subarray(end + HEADERS_END.length);
    this.#inContents = true;
    return true;
  }

  #keepText(name: string, bytes: Uint8Array): void {
    this.#textBytes += bytes.byteLength;
    if (this.#textBytes > this.#wanted.limit) throw new Refusal('too_large', `The part "${name}" is too large.`);
    this.#texts.set(name, Buffer.concat([this.#texts.get(name) ?? Buffer.alloc(0), bytes]));
  }
}
