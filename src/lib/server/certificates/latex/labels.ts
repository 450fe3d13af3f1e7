/** What \ref prints, and what has a label. */
export class Labels {
  /** The number of the last heading, caption or footnote. */
  current: string | null = null;
  /** Numbers by their labels, as far as the document has been read. */
  readonly found = new Map<string, string>();
  /** A label was asked for that is further on: the document is read once more. */
  isIncomplete = false;
  readonly #known: ReadonlyMap<string, string> | null;

  /** @param known all labels, from a first reading; null in the first */
  constructor(known: ReadonlyMap<string, string> | null) {
    this.#known = known;
  }

  /** @returns null if no label of the document has this name; in a first reading, nobody knows */
  numberOf(name: string): string | null {
    const number = (this.#known ?? this.found).get(name);
    if (number !== undefined) return number;
    if (this.#known !== null) return null;
    this.isIncomplete = true;
    return '?';
  }
}
