/**
 * What a person has decided about the first steps on this device. Whether a step is done is not kept: that follows from the records. It
 * stays after signing out, by the account's id.
 */
type Choice = { readonly skipped: readonly string[]; readonly closed: boolean };
const NONE: Choice = { skipped: [], closed: false };
const KEY = 'plumbline.first-run';

function read(): Record<string, Choice> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, Choice>;
  } catch {
    return {};
  }
}

export class FirstRunChoice {
  readonly #userId: string;
  #choice = $state.raw(NONE);

  constructor(userId: string) {
    this.#userId = userId;
    const stored = read()[userId];
    if (Array.isArray(stored?.skipped)) this.#choice = { skipped: stored.skipped, closed: stored.closed === true };
  }

  get skipped(): readonly string[] {
    return this.#choice.skipped;
  }
  get closed(): boolean {
    return this.#choice.closed;
  }
  set closed(closed: boolean) {
    this.#write({ ...this.#choice, closed });
  }
  skip(step: string): void {
    this.#write({ ...this.#choice, skipped: [...this.skipped.filter((known) => known !== step), step] });
  }

  #write(choice: Choice): void {
    this.#choice = choice;
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [this.#userId]: choice }));
  }
}
