/*
 * Standard normal numbers by the ziggurat: 256 layers of equal area cover the density; a point of a layer is certain to
 * be under it in 99 of 100 draws, and only the others need an exponential.
 * Source: G. Marsaglia, W. W. Tsang, J. Stat. Softw. 5 (8), 2000; with layer and place from different bits, as J. A. Doornik,
 * An Improved Ziggurat Method to Generate Normal Random Samples, 2005, asks for.
 */
import { exp, log } from '../distributions/elementary.ts';

const LAYERS = 256;
/** Where the tail begins, and the area of each layer, for 256 of them. */
const TAIL = 3.6541528853610088;
const AREA = 0.004928673233974658;

/**
 * Right ends of the layers, from the base (wider than the start of the tail, so that its area includes the tail) to
 * zero.
 */
const ENDS = layerEnds();
/** The part of each layer that is certain to be under the density. */
const SURE = ENDS.slice(0, LAYERS).map((end, i) => (ENDS[i + 1] as number) / end);

/** Random numbers that the ziggurat needs beyond its first 64 bits. */
export type MoreNumbers = {
  /** Uniform in (0, 1). */
  readonly uniform: () => number;
  /** Another standard normal number. */
  readonly normal: () => number;
};

/**
 * The standard normal number that 64 random bits, given as two words, decide: 52 bits for the place in (−1, 1), eight for the
 * layer. NaN if they do not decide, in one draw of a hundred: normalOf does then.
 */
export function sureNormalOf(a: number, b: number): number {
  const place = placeOf(a, b);
  const layer = b & 0xff;
  return Math.abs(place) < (SURE[layer] as number) ? place * (ENDS[layer] as number) : Number.NaN;
}

/** The standard normal number of 64 random bits, given as two words; `more` is called if they do not decide. */
export function normalOf(a: number, b: number, more: MoreNumbers): number {
  const sure = sureNormalOf(a, b);
  if (!Number.isNaN(sure)) return sure;
  const layer = b & 0xff;
  return outside(placeOf(a, b) * (ENDS[layer] as number), layer, more);
}

/** Signed and exact: 32 bits of one word and 20 of the other, never an end. */
function placeOf(a: number, b: number): number {
  return (a + ((b >>> 12) + 0.5) * 2 ** -20) * 2 ** -31;
}

function outside(x: number, layer: number, more: MoreNumbers): number {
  if (layer === 0) return x < 0 ? -tail(more) : tail(more);
  const upper = density(ENDS[layer + 1] as number);
  const lower = density(ENDS[layer] as number);
  return lower + more.uniform() * (upper - lower) < density(x) ? x : more.normal();
}

/** Beyond the last layer. Source: Marsaglia 1964, in both papers above. */
function tail(more: MoreNumbers): number {
  for (;;) {
    const beyond = -log(more.uniform()) / TAIL;
    if (-2 * log(more.uniform()) > beyond * beyond) return TAIL + beyond;
  }
}

function density(x: number): number {
  return exp(-0.5 * x * x);
}

function layerEnds(): Float64Array {
  const ends = new Float64Array(LAYERS + 1);
  ends[0] = AREA / density(TAIL);
  let end = TAIL;
  for (let i = 1; i < LAYERS; i++) {
    ends[i] = end;
    const height = AREA / end + density(end);
    end = height < 1 ? Math.sqrt(-2 * log(height)) : 0;
  }
  return ends;
}
