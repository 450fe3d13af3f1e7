import { exp, log } from '../distributions/elementary.ts';
import { cos, sin } from '../distributions/trigonometric.ts';
import { philox } from './philox.ts';

const TWO_PI = 6.283185307179586;

/**
 * The random numbers of one trial after another: `begin(trial)` starts those of a trial, whatever was drawn before.
 * The counter is (block, 0, trial low, trial high), the key the seed. Equal seed and trial, equal numbers.
 */
export class TrialStream {
  private readonly words = new Uint32Array(4);
  private readonly key0: number;
  private readonly key1: number;
  private trialLow = 0;
  private trialHigh = 0;
  private block = 0;
  private left = 0;
  private spare = Number.NaN;

  /** `seed`: an integer from 0 to 2⁵³ − 1. */
  constructor(seed: number) {
    this.key0 = seed >>> 0;
    this.key1 = Math.floor(seed / 2 ** 32) >>> 0;
  }

  begin(trial: number): void {
    this.trialLow = trial >>> 0;
    this.trialHigh = Math.floor(trial / 2 ** 32) >>> 0;
    this.block = 0;
    this.left = 0;
    this.spare = Number.NaN;
  }

  /** Uniform in (0, 1), never an end, 52 random bits. */
  uniform(): number {
    if (this.left === 0) {
      philox(this.block++, 0, this.trialLow, this.trialHigh, this.key0, this.key1, this.words);
      this.left = 2;
    }
    this.left--;
    const a = this.words[2 * this.left] as number;
    const b = this.words[2 * this.left + 1] as number;
    return ((a >>> 6) * 67108864 + (b >>> 6) + 0.5) * 2 ** -52;
  }

  /** Standard normal. Source: Box and Muller 1958; JCGM 101:2008 C.4. */
  normal(): number {
    if (!Number.isNaN(this.spare)) {
      const value = this.spare;
      this.spare = Number.NaN;
      return value;
    }
    const radius = Math.sqrt(-2 * log(this.uniform()));
    const angle = TWO_PI * this.uniform();
    this.spare = radius * sin(angle);
    return radius * cos(angle);
  }

  /** Gamma of the given shape > 0 and scale 1. Source: G. Marsaglia, W. W. Tsang, ACM TOMS 26 (2000) 363–372. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * powerOfUniform(this.uniform(), 1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const z = this.normal();
      const root = 1 + c * z;
      if (root <= 0) continue;
      const v = root * root * root;
      if (log(this.uniform()) < 0.5 * z * z + d - d * v + d * log(v)) return d * v;
    }
  }

  /** √(ν/χ²_ν): what a normal is multiplied by to become Student's t; 1 for ν = Infinity. */
  studentFactor(nu: number): number {
    return nu === Infinity ? 1 : Math.sqrt(nu / (2 * this.gamma(0.5 * nu)));
  }
}

function powerOfUniform(u: number, exponent: number): number {
  return exp(exponent * log(u));
}
