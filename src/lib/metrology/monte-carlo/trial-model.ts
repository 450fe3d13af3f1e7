import { termsOf } from '../models/table.ts';
import { evaluateCurve } from '../curve.ts';
import type { CorrectionCurve } from '../types.ts';
import { drawInto, LANES, type InputDistribution } from './draw.ts';
import { drawJoint, type JointTerms } from './joint-terms.ts';
import { inBlocks } from './propagate.ts';
import { BLOCK, type TrialBlock } from './trial-block.ts';

/** One contribution, ready to be drawn: centred on zero; `factor` carries it to the reading or to the corrected value. */
export type TrialTerm = {
  readonly distribution: InputDistribution;
  readonly factor: number;
  readonly onMeasured: boolean;
  /** Terms drawn as normal with this ν share the chi-squared of the fit: both come from one standard deviation. */
  readonly sharesFit: boolean;
};

/** Everything a worker needs to compute trials: plain data. */
export type TrialModel = {
  readonly measured: number;
  readonly curve: CorrectionCurve;
  /** Lower triangular L with L Lᵀ the covariance of the curve's coefficients; empty if that is unknown. */
  readonly factor: readonly (readonly number[])[];
  /** Degrees of freedom of that covariance; null for infinitely many. */
  readonly freedom: number | null;
  readonly terms: readonly TrialTerm[];
  /** The groups that are drawn together. */
  readonly joint: readonly JointTerms[];
};

/**
 * Corrected values of the trials from (inclusive) to (exclusive), in the unit of the reference: coefficients drawn from their
 * joint normal or t distribution, the other contributions added to the reading and the corrected value; the fit is not
 * repeated. A pure function of model, seed and range. Source: JCGM 101:2008 5.9, 6.4.8, 6.4.9.
 */
export function runTrials(model: TrialModel, seed: number, from: number, to: number): Float64Array {
  const size = model.factor.length;
  const student = new Float64Array(BLOCK);
  const reading = new Float64Array(BLOCK);
  const added = new Float64Array(BLOCK);
  const coefficients = columnsOf(size);
  const normals = columnsOf(size);
  const drawn = columnsOf(model.terms.length);
  const evaluate = evaluatorOf(model.curve, coefficients);
  return inBlocks(seed, from, to, (block, count, out) => {
    block.studentFactors(0, model.freedom ?? Infinity, student);
    normals.forEach((column, j) => block.normals((1 + j) * LANES, column));
    drawCoefficients(model, student, normals, coefficients);
    reading.fill(model.measured);
    added.fill(0);
    drawTerms(block, model, normals, drawn);
    model.terms.forEach((term, i) => {
      const column = drawn[i] as Float64Array;
      const into = term.onMeasured ? reading : added;
      for (let k = 0; k < count; k++) {
        const shared = term.sharesFit ? (student[k] as number) : 1;
        into[k] = (into[k] as number) + term.factor * (column[k] as number) * shared;
      }
    });
    evaluate(reading, count, out);
    for (let k = 0; k < count; k++) out[k] = (out[k] as number) + (added[k] as number);
  });
}

/** Draws every contribution for the trials of a block: correlated ones together, the others individually. */
function drawTerms(
  block: TrialBlock,
  { terms, joint, factor }: TrialModel,
  ofFit: readonly Float64Array[],
  columns: readonly Float64Array[]
): void {
  // The first lanes are for the chi-squared and the coefficients of the curve.
  const laneOf = (place: number): number => (1 + factor.length + place) * LANES;
  const members = new Set(joint.flatMap((group) => group.members));
  terms.forEach((term, i) => {
    if (!members.has(i)) drawInto(block, laneOf(i), term.distribution, columns[i] as Float64Array);
  });
  for (const group of joint) {
    drawJoint(block, group, laneOf, ofFit, (place) => columns[place] as Float64Array);
  }
}

function columnsOf(size: number): Float64Array[] {
  return Array.from({ length: size }, () => new Float64Array(BLOCK));
}

/** ĉ + L z, z multiplied by the factor that makes the coefficients jointly t. */
function drawCoefficients(
  { curve, factor }: TrialModel,
  student: Float64Array,
  normals: readonly Float64Array[],
  coefficients: readonly Float64Array[]
): void {
  coefficients.forEach((column, i) => {
    column.fill(0);
    for (let j = 0; j <= i; j++) {
      const weight = factor[i]?.[j] ?? 0;
      const normal = normals[j];
      if (weight === 0 || normal === undefined) continue;
      for (let k = 0; k < BLOCK; k++) column[k] = (column[k] as number) + weight * (normal[k] as number);
    }
    const center = curve.coefficients[i] ?? 0;
    for (let k = 0; k < BLOCK; k++) column[k] = center + (student[k] as number) * (column[k] as number);
  });
}

type Evaluator = (reading: Float64Array, count: number, out: Float64Array) => void;

/** The curve with each trial's own coefficients; the given ones if none are drawn. */
function evaluatorOf(curve: CorrectionCurve, columns: readonly Float64Array[]): Evaluator {
  const { model, center = 0, scale = 1 } = curve;
  if (termsOf(model) === 'all' && columns.length > 0) {
    return (reading, count, out) => evaluatePolynomial(columns, center, scale, reading, count, out);
  }
  const coefficients = Array.from(curve.coefficients);
  const drawn: CorrectionCurve = { ...curve, coefficients };
  return (reading, count, out) => {
    for (let k = 0; k < count; k++) {
      columns.forEach((column, i) => (coefficients[i] = column[k] as number));
      out[k] = evaluateCurve(drawn, reading[k] as number);
    }
  };
}

/** By the plain scheme, whose rounding is negligible in a trial. */
function evaluatePolynomial(
  columns: readonly Float64Array[],
  center: number,
  scale: number,
  reading: Float64Array,
  count: number,
  out: Float64Array
): void {
  out.fill(0);
  for (let j = columns.length - 1; j >= 0; j--) {
    const column = columns[j] as Float64Array;
    for (let k = 0; k < count; k++) {
      out[k] = (out[k] as number) * (((reading[k] as number) - center) / scale) + (column[k] as number);
    }
  }
}
