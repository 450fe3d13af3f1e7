/** What the document that TeX made may come to when it is read, so that neither the server nor a viewer works on it for ever. */
export const MOST = {
  /** Of all streams together, as they are when they are no longer compressed. */
  bytes: 128 * 1024 ** 2,
  /** On a page, with that of every drawing each time it is shown: as counted by `WORK`. A chart of 10 000 points comes to 200 000. */
  work: 500_000,
  /** Of all drawings together, each once. */
  allWork: 6_000_000,
  /** More than a calibration of 10 000 points has. */
  pages: 2000,
  streams: 20_000,
  /** A file that TeX has made has none; reading one up to where it breaks off may take as long as reading one of 128 MB. */
  brokenStreams: 20,
  /** Before an operator. */
  operands: 20_000,
  /** Of all drawings together: operators, operands, comments, and the space between them. */
  parts: 6_000_000,
  /** Of a picture. */
  pixels: 50_000_000,
  /** Values in the dictionaries of fonts, colours and the like. */
  values: 2_000_000,
  /** Of drawings within drawings, and of values within values. */
  depth: 24,
  /** That are saved at once, in a drawing. */
  states: 100,
  /** Of a path that cuts something out: all that is drawn within it is compared with each. */
  cutSegments: 500
} as const;
/** What a viewer has to do, roughly, where reading an operation, or drawing a letter or a dash of a line, is 1. */
export const WORK = { path: 10, clip: 200, picture: 1000, group: 2000, dots: 1 / 1000 } as const;

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
export const allowedParts = (): Allowance => new Allowance(MOST.parts, 'its pages draw too much');
