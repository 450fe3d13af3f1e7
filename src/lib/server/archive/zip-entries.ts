import { CompactIndex } from './compact-index.ts';
import { foldedName } from './entry-names.ts';

export type ZipEntry = {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
  /** Its place among the entries, from 0. */
  readonly number: number;
};
/** As the directory lists it. */
export type Placed = Omit<ZipEntry, 'number'>;

const NUMBERS = ['method', 'crc', 'packed', 'size', 'at'] as const;
type Columns = Readonly<Record<(typeof NUMBERS)[number] | 'nameAt', Float64Array>>;
const FOLDER = 0xffffffff;

/**
 * The entries of an archive in the order in which they lie in it; folders are left out. An archive has hundreds of thousands, so their
 * numbers are in columns and their names in one buffer: an entry is made of them when it is asked for.
 */
export class ZipEntries {
  /** Entries by their names; numbers as in the directory. */
  readonly #index: CompactIndex;
  /** Of the directory's numbers: the places here. */
  readonly #ranks: Uint32Array;
  readonly #columns: Columns;
  readonly #names: Buffer;
  /** Of the places here: the directory's numbers. */
  readonly #order: Uint32Array;
  private constructor(index: CompactIndex, columns: Columns, names: Buffer, order: Uint32Array) {
    this.#index = index;
    this.#columns = columns;
    this.#names = names;
    this.#order = order;
    this.#ranks = new Uint32Array(index.size).fill(FOLDER);
    order.forEach((listed, number) => (this.#ranks[listed] = number));
  }

  get size(): number {
    return this.#order.length;
  }
  get(name: string): ZipEntry | undefined {
    const listed = this.#index.get(foldedName(name));
    const number = listed === undefined ? FOLDER : (this.#ranks[listed] ?? FOLDER);
    const entry = number === FOLDER ? undefined : this.at(number);
    // Names that are alike have one place; only one of them is there.
    return entry?.name === name ? entry : undefined;
  }
  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
  /** @throws RangeError where there is none of this number */
  at(number: number): ZipEntry {
    const listed = this.#order[number];
    if (listed === undefined) throw new RangeError(`no entry ${number}`);
    const of = (column: keyof Columns) => this.#columns[column][listed] ?? 0;
    const name = this.#names.toString('utf8', of('nameAt'), this.#columns.nameAt[listed + 1]);
    return { name, method: of('method'), crc: of('crc'), packed: of('packed'), size: of('size'), at: of('at'), number };
  }
  *values(): Generator<ZipEntry> {
    for (let number = 0; number < this.size; number++) yield this.at(number);
  }
  *keys(): Generator<string> {
    for (const { name } of this.values()) yield name;
  }

  static readonly Builder = class {
    readonly #index = new CompactIndex();
    readonly #columns: Columns;
    readonly #listed: number[] = [];
    #names = Buffer.alloc(1024);
    /** @param most that will be added */
    constructor(most: number) {
      const column = () => new Float64Array(most + 1);
      this.#columns = {
        nameAt: column(),
        method: column(),
        crc: column(),
        packed: column(),
        size: column(),
        at: column()
      };
    }

    /** @returns whether nothing else has its name */
    add(entry: Placed): boolean {
      const listed = this.#index.size;
      if (!this.#index.add(foldedName(entry.name), listed)) return false;
      for (const column of NUMBERS) this.#columns[column][listed] = entry[column];
      const name = Buffer.from(entry.name);
      const end = (this.#columns.nameAt[listed] ?? 0) + name.length;
      if (end > this.#names.length) this.#names = Buffer.concat([this.#names, Buffer.alloc(end)]);
      name.copy(this.#names, end - name.length);
      this.#columns.nameAt[listed + 1] = end;
      if (!entry.name.endsWith('/')) this.#listed.push(listed);
      return true;
    }

    build(): ZipEntries {
      const { at } = this.#columns;
      const order = Uint32Array.from(this.#listed).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0));
      return new ZipEntries(this.#index, this.#columns, this.#names, order);
    }
  };
}
