import { keyOf, philox } from './philox.ts';
import { normalOf, type MoreNumbers } from './ziggurat.ts';

/**
 * Random numbers of one trial and lane, in any number: for draws that their first 64 bits (trial-block.ts) do not
 * decide. The counter is (block, lane, trial low, trial high) with blocks from 1, the key the seed.
 */
export class TrialStream implements MoreNumbers {
  private readonly words = new Int32Array(4);
  private readonly key: readonly [number, number];
  private lane = 0;
  private trialLow = 0;
  private trialHigh = 0;
  private block = 1;
  private next = 4;

  /** `seed`: an integer from 0 to 2⁵³ − 1. */
  constructor(seed: number) {
    this.key = keyOf(seed);
  }

  /** Moves to the numbers of a trial and lane, whatever was drawn before. */
  begin(trial: number, lane: number): this {
    this.lane = lane;
    this.trialLow = trial | 0;
    this.trialHigh = Math.floor(trial / 2 ** 32);
    this.block = 1;
    this.next = 4;
    return this;
  }

  /** Uniform in (0, 1), never an end, 53 random bits. */
  uniform(): number {
    this.advance();
    return uniformOf(this.words[this.next - 2] as number, this.words[this.next - 1] as number);
  }

  /** Standard normal. Source: ziggurat.ts. */
  normal(): number {
    this.advance();
    return normalOf(this.words[this.next - 2] as number, this.words[this.next - 1] as number, this);
  }

  private advance(): void {
    if (this.next === 4) {
      philox(this.block++, this.lane, this.trialLow, this.trialHigh, this.key, this.words);
      this.next = 0;
    }
    this.next += 2;
  }
}

/** The number in (0, 1), never an end, of 53 of the 64 random bits in two words. */
export function uniformOf(a: number, b: number): number {
  // Signed and exact until the half is added, and exact then, too.
  return (a + ((b >>> 12) + 0.5) * 2 ** -20) * 2 ** -32 + 0.5;
}
