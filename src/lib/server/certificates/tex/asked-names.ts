// cspell:ignore kdebug kpse
/** Bit of KPATHSEA_DEBUG: each name that is asked for is written to the standard error output, where no document can write. */
export const TRACE_NAMES = '32';

const ASKED = 'kdebug:kpse_find_file: searching for ';
const WHOLE = /^(.*) of type .* \(from .*\)$/su;
/** `$NAME` and `~user` become paths only after `openin_any` was checked (kpathsea 6.3.4): no package is named like that. */
const BECOMES_A_PATH = /[$~]/u;
const GOES_UP = /(?:^|\/)\.\.(?:\/|$)/u;
/** No line of a trace is longer; a name can be. */
const LONGEST_LINE = 1 << 20;

/**
 * Reads what TeX writes to its standard error output.
 * @param folders that absolute names may be in
 */
export class AskedNames {
  readonly #folders: readonly string[];
  #line = '';
  /** False: this TeX does not say what it is asked for. */
  isTraced = false;
  /** The first name that a document must not use. */
  forbidden: string | null = null;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** @returns the lines of it that are no trace */
  read(text: string): string {
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    if (this.#line.length > LONGEST_LINE) this.forbidden ??= this.#line.slice(0, 100);
    return lines.map((line) => this.#other(line)).join('');
  }

  #other(line: string): string {
    if (!line.startsWith('kdebug:')) return `${line}\n`;
    if (!line.startsWith(ASKED)) return '';
    this.isTraced = true;
    const rest = line.slice(ASKED.length);
    // A line that ends early has a name with a line break.
    const name = WHOLE.exec(rest)?.[1];
    if (name === undefined || !this.#isAllowed(name)) this.forbidden ??= name ?? rest;
    return '';
  }

  #isAllowed(name: string): boolean {
    if (BECOMES_A_PATH.test(name) || GOES_UP.test(name)) return false;
    return !name.startsWith('/') || this.#folders.some((folder) => name.startsWith(`${folder}/`));
  }
}
