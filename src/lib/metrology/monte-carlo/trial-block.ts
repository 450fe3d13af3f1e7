import { exp, log } from '../distributions/elementary.ts';
import { gammaOf, gammaShape } from './gamma.ts';
import { keyOf, philox } from './philox.ts';
import { TrialStream, uniformOf } from './stream.ts';
import { normalOf, sureNormalOf } from './ziggurat.ts';

/** Trials that are drawn together: columns of this length fit into the processor's fastest cache. Even. */
export const BLOCK = 1024;

/**
 * The random numbers of up to 1024 trials side by side, a column for each lane. Every input quantity has lanes of its own, and a
 * number depends on seed, lane and trial alone.
 *
 * A trial's first 64 bits in a lane are half of the block of the counter (0, lane, ⌊trial/2⌋): two trials share one.
 * Draws that they do not decide use the trial's stream (stream.ts), whose counters begin at 1.
 */
export class TrialBlock {
  private readonly words = new Int32Array(2 * BLOCK);
  private readonly aside = new Float64Array(BLOCK);
  private readonly key: readonly [number, number];
  private readonly stream: TrialStream;
  private first = 0;
  private count = 0;

  /** `seed`: an integer from 0 to 2⁵³ − 1. */
  constructor(seed: number) {
    this.key = keyOf(seed);
    this.stream = new TrialStream(seed);
  }

  /** Moves to the `count` trials (at most {@link BLOCK}) from `first`, which must be even. */
  begin(first: number, count: number): void {
    this.first = first;
    this.count = count;
  }

  /** Uniform in (0, 1), never an end. */
  uniforms(lane: number, out: Float64Array): void {
    const { words, count } = this;
    this.draw(lane);
    for (let k = 0; k < count; k++) out[k] = uniformOf(words[2 * k] as number, words[2 * k + 1] as number);
  }

  /** Standard normal. Source: ziggurat.ts. */
  normals(lane: number, out: Float64Array): void {
    const { words, count } = this;
    this.draw(lane);
    for (let k = 0; k < count; k++) {
      const a = words[2 * k] as number;
      const b = words[2 * k + 1] as number;
      const sure = sureNormalOf(a, b);
      out[k] = Number.isNaN(sure) ? normalOf(a, b, this.stream.begin(this.first + k, lane)) : sure;
    }
  }

  /**
   * Gamma of the given shape > 0 and scale 1; uses three lanes. Source: gamma.ts; a shape below 1 by their section 6.
   */
  gammas(lane: number, shape: number, out: Float64Array): void {
    const { aside, count, stream } = this;
    const drawn = gammaShape(shape < 1 ? shape + 1 : shape);
    this.normals(lane, out);
    this.uniforms(lane + 1, aside);
    for (let k = 0; k < count; k++) {
      let value = gammaOf(drawn, out[k] as number, aside[k] as number);
      if (Number.isNaN(value)) {
        stream.begin(this.first + k, lane + 1);
        while (Number.isNaN(value)) value = gammaOf(drawn, stream.normal(), stream.uniform());
      }
      out[k] = value;
    }
    if (shape >= 1) return;
    this.uniforms(lane + 2, aside);
    for (let k = 0; k < count; k++) out[k] = (out[k] as number) * exp(log(aside[k] as number) / shape);
  }

  /** √(ν/χ²_ν): the factor from normal numbers to Student's t; uses three lanes. 1 for ν = Infinity. */
  studentFactors(lane: number, nu: number, out: Float64Array): void {
    if (nu === Infinity) {
      out.fill(1, 0, this.count);
      return;
    }
    this.gammas(lane, 0.5 * nu, out);
    for (let k = 0; k < this.count; k++) out[k] = Math.sqrt(nu / (2 * (out[k] as number)));
  }

  private draw(lane: number): void {
    const pair = this.first / 2;
    // Trials stay far below 2³³, where the lower word of the counter would wrap.
    philox(0, lane, pair % 2 ** 32, Math.floor(pair / 2 ** 32), this.key, this.words, (this.count + 1) >> 1);
  }
}
