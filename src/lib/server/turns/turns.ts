import { Refusal } from '#lib/laboratory/refusal.ts';

export type TurnLimits = {
  /** Done at once, for everybody together. */
  readonly atOnce: number;
  /** Of these for one person at once. */
  readonly aPerson: number;
  /** More that wait are refused: of everybody, and of one person. */
  readonly waiting?: number;
  readonly waitingAPerson?: number;
};
type Waiting = { readonly person: string; readonly begin: () => void };

const RETRY_SECONDS = 5;

/** Work of seconds, so much of it at once: who comes first is first, but nobody has more than their share in hand. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #inHand = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #atOnce = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** @throws Refusal `too_many_requests`; the signal's reason, when it is aborted before the work has begun */
  async run<T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#turn(person, signal);
    try {
      return await work();
    } finally {
      this.#count(person, -1);
      this.#next();
    }
  }

  #turn(person: string, signal?: AbortSignal): Promise<void> {
    if (this.#isFree(person)) {
      this.#count(person, 1);
      return Promise.resolve();
    }
    this.#assertMayWait(person);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        person,
        begin: () => {
          signal?.removeEventListener('abort', stop);
          this.#count(person, 1);
          resolve();
        }
      };
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #isFree(person: string): boolean {
    return this.#atOnce < this.#limits.atOnce && (this.#inHand.get(person) ?? 0) < this.#limits.aPerson;
  }

  #assertMayWait(person: string): void {
    const { waiting = Infinity, waitingAPerson = Infinity } = this.#limits;
    const own = this.#waiting.filter((other) => other.person === person).length;
    if (this.#waiting.length < waiting && own < waitingAPerson) return;
    throw new Refusal('too_many_requests', 'The server is too busy with requests like this. Try again in a moment.', {
      retry_after_seconds: RETRY_SECONDS
    });
  }

  #next(): void {
    const at = this.#waiting.findIndex(({ person }) => this.#isFree(person));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.begin();
  }

  #count(person: string, by: 1 | -1): void {
    this.#atOnce += by;
    const inHand = (this.#inHand.get(person) ?? 0) + by;
    if (inHand === 0) this.#inHand.delete(person);
    else this.#inHand.set(person, inHand);
  }
}
