// cspell:ignore kdebug kpse
/** Bit of KPATHSEA_DEBUG: each name that is asked for is written to the standard error output, where no document can write. */
export const TRACE_NAMES = '32';

const ASKED = 'kdebug:kpse_find_file: searching for ';
const TYPE = ' of type ';
/** `$NAME` and `~user` become paths only after `openin_any` was checked (kpathsea 6.3.4): no package is named like that. */
const BECOMES_A_PATH = /[$~]/u;
const GOES_UP = /(?:^|\/)\.\.(?:\/|$)/u;
/** A path, and what the trace says of it. */
const LONGEST_LINE = 4096 + 1024;

const MOST_SAID = 200;
/** A document with every package that is installed asks for some thousands. */
export const MOST_NAMES = 20_000;

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
  #count = 0;

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** The document asks without end. */
  get areTooMany(): boolean {
    return this.#count > MOST_NAMES;
  }

  get mustEnd(): boolean {
    return this.forbidden !== null || this.areTooMany;
  }

  /** @returns the lines of it that are no trace */
  read(text: string): string {
    // The run is being ended: what it still says is of no interest.
    if (this.mustEnd) return '';
    const lines = (this.#line + text).split('\n');
    this.#line = lines.pop() ?? '';
    if (this.#line.length > LONGEST_LINE) this.forbidden ??= this.#line.slice(0, MOST_SAID);
    return lines.map((line) => this.#other(line)).join('');
  }

  #other(line: string): string {
    if (!line.startsWith('kdebug:')) return `${line}\n`;
    if (!line.startsWith(ASKED)) return '';
    this.isTraced = true;
    this.#count += 1;
    const name = line.length > LONGEST_LINE ? null : nameOf(line.slice(ASKED.length));
    if (name === null || !this.#isAllowed(name))
      this.forbidden ??= (name ?? line.slice(ASKED.length)).slice(0, MOST_SAID);
    return '';
  }

  #isAllowed(name: string): boolean {
    if (BECOMES_A_PATH.test(name) || GOES_UP.test(name)) return false;
    return !name.startsWith('/') || this.#folders.some((folder) => name.startsWith(`${folder}/`));
  }
}

/** The name before the last ` of type … (from …)`; null: the line ends early, and has a name with a line break. */
function nameOf(asked: string): string | null {
  const end = asked.lastIndexOf(TYPE);
  return end >= 0 && asked.endsWith(')') && asked.includes(' (from ', end + TYPE.length) ? asked.slice(0, end) : null;
}
