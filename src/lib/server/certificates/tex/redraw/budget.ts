/** What the document that TeX made may come to when it is read, so that neither the server nor a viewer works on it for ever. */
export const MOST = {
  /** Of all streams together, as they are when they are no longer compressed. */
  bytes: 128 * 1024 ** 2,
  /** On a page, with that of every drawing each time it is shown: as counted by `WORK`. A chart of 10 000 points comes to 200 000. */
  work: 500_000,
  /** Of a picture. */
  pixels: 50_000_000,
  /** Values in the dictionaries of fonts, colours and the like. */
  values: 2_000_000,
  /** Of drawings within drawings, and of values within values. */
  depth: 24
} as const;
/** What a viewer has to do, roughly, where reading an operation, or drawing a letter, is 1. */
export const WORK = { path: 10, shading: 2000, group: 2000, dots: 1 / 10_000 } as const;

/** Counts down what is left of a limit. */
export class Allowance {
  #left: number;
  readonly #said: string;
  /** @param said of the document, where it is more */
  constructor(most: number, said: string) {
    this.#left = most;
    this.#said = said;
  }
  get left(): number {
    return this.#left;
  }
  /** @throws where less is left */
  take(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new Error(this.#said);
  }
}

export const allowedBytes = (): Allowance => new Allowance(MOST.bytes, 'its streams are too large');
