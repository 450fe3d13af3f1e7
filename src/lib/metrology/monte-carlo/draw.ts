import { log } from '../distributions/elementary.ts';
import { sin } from '../distributions/trigonometric.ts';
import type { TrialStream } from './stream.ts';

/** Distributions of an input quantity, as JCGM 101:2008 6.4 assigns them; widths are half-widths. */
export type InputDistribution =
  | { readonly kind: 'normal'; readonly mean: number; readonly sd: number }
  | { readonly kind: 'student_t'; readonly mean: number; readonly scale: number; readonly nu: number }
  | { readonly kind: 'rectangular' | 'triangular' | 'arcsine'; readonly mean: number; readonly half: number }
  | { readonly kind: 'trapezoidal'; readonly mean: number; readonly half: number; readonly beta: number }
  /** A rectangle whose half-width itself is only known within ±d. */
  | { readonly kind: 'curvilinear_trapezoid'; readonly mean: number; readonly half: number; readonly d: number }
  /** Rate exponential, moved so that its mean is `mean`; standard deviation `sd`. */
  | { readonly kind: 'exponential'; readonly mean: number; readonly sd: number }
  /** What a count of N says of its expectation: gamma, moved so that its mean is `mean`, standard deviation `sd`. */
  | { readonly kind: 'poisson'; readonly mean: number; readonly sd: number; readonly count: number };

const TWO_PI = 6.283185307179586;

/** One draw. Source: JCGM 101:2008 6.4.2–6.4.11. */
export function draw(stream: TrialStream, input: InputDistribution): number {
  switch (input.kind) {
    case 'normal':
      return input.mean + input.sd * stream.normal();
    case 'student_t':
      return input.mean + input.scale * stream.normal() * stream.studentFactor(input.nu);
    case 'rectangular':
      return input.mean + input.half * (2 * stream.uniform() - 1);
    case 'triangular':
      return input.mean + input.half * (stream.uniform() - stream.uniform());
    case 'arcsine':
      return input.mean + input.half * sin(TWO_PI * stream.uniform());
    case 'trapezoidal': {
      const flat = 0.5 * (1 + input.beta);
      return input.mean + input.half * (flat * (2 * stream.uniform() - 1) + (1 - flat) * (2 * stream.uniform() - 1));
    }
    case 'curvilinear_trapezoid': {
      const half = input.half + input.d * (2 * stream.uniform() - 1);
      return input.mean + half * (2 * stream.uniform() - 1);
    }
    case 'exponential':
      return input.mean + input.sd * (-log(stream.uniform()) - 1);
    case 'poisson': {
      const count = Math.max(input.count, 1);
      return input.mean + (input.sd * (stream.gamma(count) - count)) / Math.sqrt(count);
    }
  }
}
