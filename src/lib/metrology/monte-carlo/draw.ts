import { log } from '../distributions/elementary.ts';
import { sin } from '../distributions/trigonometric.ts';
import { BLOCK, type TrialBlock } from './trial-block.ts';

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
  /** What a count of N says of its expectation: gamma of shape N + 1 (6.4.11), moved so that its mean is `mean`, standard deviation `sd`. */
  | { readonly kind: 'poisson'; readonly mean: number; readonly sd: number; readonly count: number };

/** Lanes of random numbers reserved for a quantity. */
export const LANES = 4;

const TWO_PI = 6.283185307179586;
const aside = new Float64Array(BLOCK);

/**
 * Draws one quantity for all trials of a block, from four lanes beginning with `lane`.
 * Source: JCGM 101:2008 6.4.2–6.4.11; the distributions by name.
 */
export function drawInto(block: TrialBlock, lane: number, input: InputDistribution, out: Float64Array): void {
  switch (input.kind) {
    case 'normal':
      block.normals(lane, out);
      return change(out, (z) => input.mean + input.sd * z);
    case 'student_t':
      block.normals(lane, out);
      block.studentFactors(lane + 1, input.nu, aside);
      return changeBoth(out, (z, factor) => input.mean + input.scale * z * factor);
    case 'rectangular':
      block.uniforms(lane, out);
      return change(out, (u) => input.mean + input.half * (2 * u - 1));
    case 'arcsine':
      block.uniforms(lane, out);
      return change(out, (u) => input.mean + input.half * sin(TWO_PI * u));
    case 'exponential':
      block.uniforms(lane, out);
      return change(out, (u) => input.mean + input.sd * (-log(u) - 1));
    case 'poisson': {
      const shape = input.count + 1;
      block.gammas(lane, shape, out);
      return change(out, (gamma) => input.mean + (input.sd * (gamma - shape)) / Math.sqrt(shape));
    }
    case 'triangular':
      twoUniforms(block, lane, out);
      return changeBoth(out, (u, v) => input.mean + input.half * (u - v));
    case 'trapezoidal': {
      const flat = 0.5 * (1 + input.beta);
      twoUniforms(block, lane, out);
      return changeBoth(out, (u, v) => input.mean + input.half * (flat * (2 * u - 1) + (1 - flat) * (2 * v - 1)));
    }
    case 'curvilinear_trapezoid':
      twoUniforms(block, lane, out);
      return changeBoth(out, (u, v) => input.mean + (input.half + input.d * (2 * v - 1)) * (2 * u - 1));
  }
}

function twoUniforms(block: TrialBlock, lane: number, out: Float64Array): void {
  block.uniforms(lane, out);
  block.uniforms(lane + 1, aside);
}

function change(out: Float64Array, by: (value: number) => number): void {
  for (let k = 0; k < out.length; k++) out[k] = by(out[k] as number);
}

function changeBoth(out: Float64Array, by: (value: number, other: number) => number): void {
  for (let k = 0; k < out.length; k++) out[k] = by(out[k] as number, aside[k] as number);
}
