import { open, type FileHandle } from 'node:fs/promises';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { chunksOf } from './read-json.ts';

const HEADERS_END = Buffer.from('\r\n\r\n');
const MOST_HEADERS = 16 * 1024;
const BOUNDARY = /^multipart\/form-data;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/**
 * Writes the part `file` of a form to a file as it arrives; nothing of it is kept in memory. Other parts are passed over.
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`
 */
export async function receiveFile(request: Request, path: string, limit: number): Promise<void> {
  const found = BOUNDARY.exec(request.headers.get('content-type') ?? '');
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined)
    throw new Refusal('wrong_type', 'Send the file as the part "file" of multipart/form-data.');
  const file = await open(path, 'wx', 0o600);
  try {
    await new FormReader(Buffer.from(`\r\n--${boundary}`), file).read(chunksOf(request, limit));
  } finally {
    await file.close();
  }
}

const incomplete = () => new Refusal('bad_request', 'The form is incomplete, or has no part "file".');

/** Between two boundaries: headers, an empty line, contents. */
class FormReader {
  readonly #boundary: Buffer;
  readonly #file: FileHandle;
  // The first boundary has no line end before it.
  #rest = Buffer.from('\r\n');
  #inContents = true;
  #isFile = false;
  #hasFile = false;
  constructor(boundary: Buffer, file: FileHandle) {
    this.#boundary = boundary;
    this.#file = file;
  }

  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      while (await (this.#inContents ? this.#readContents() : this.#readHeaders()));
    }
    if (!this.#hasFile || this.#inContents || !this.#rest.toString('latin1').startsWith('--')) throw incomplete();
  }

  /** @returns whether there may be more to do with what is here */
  async #readContents(): Promise<boolean> {
    const end = this.#rest.indexOf(this.#boundary);
    const safe = end >= 0 ? end : Math.max(0, this.#rest.length - this.#boundary.length);
    if (this.#isFile && safe > 0) await this.#file.writeFile(this.#rest.subarray(0, safe));
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
    this.#isFile = !this.#hasFile && /;\s*name="?file"?\s*(;|\r|$)/i.test(this.#rest.toString('utf8', 0, end));
    this.#hasFile ||= this.#isFile;
    this.#rest = this.#rest.subarray(end + HEADERS_END.length);
    this.#inContents = true;
    return true;
  }
}
