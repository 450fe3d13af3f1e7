import { BLOCK, type TrialBlock } from './trial-block.ts';

/** Contributions that are correlated: drawn together, as plain data for a worker. */
export type JointTerms = {
  /** Indices of the contributions among the terms of the model. */
  readonly members: readonly number[];
  /** Standard uncertainty of each, in its own unit. */
  readonly uncertainties: readonly number[];
  /**
   * Lower triangular, L Lᵀ the correlation matrix: of the members in order, after the curve fit if it is one of them.
   */
  readonly factor: readonly (readonly number[])[];
  /** Weights that give the curve fit's part from the normal numbers of its coefficients; null if it is not a part. */
  readonly fit: readonly number[] | null;
  /** Degrees of freedom that the members marked in `student` share. */
  readonly freedom: number | null;
  readonly student: readonly boolean[];
};

/**
 * Draws the members of a group for all trials of a block: jointly normal with their uncertainties and correlations, the
 * marked ones jointly t. A member at `place` uses the lanes from `laneOf(place)` and is written into `columnOf(place)`.
 *
 * `ofFit` are the normal numbers of the curve's coefficients, one column each. Source: JCGM 101:2008 6.4.8.
 */
export function drawJoint(
  block: TrialBlock,
  group: JointTerms,
  laneOf: (place: number) => number,
  ofFit: readonly Float64Array[],
  columnOf: (place: number) => Float64Array
): void {
  const independent = group.members.map((place) => {
    const column = new Float64Array(BLOCK);
    block.normals(laneOf(place), column);
    return column;
  });
  const columns = group.fit === null ? independent : [weighted(group.fit, ofFit), ...independent];
  const first = columns.length - independent.length;
  const chi = new Float64Array(BLOCK);
  if (group.freedom !== null) block.studentFactors(laneOf(group.members[0] ?? 0) + 1, group.freedom, chi);
  group.members.forEach((place, m) => {
    const column = columnOf(place);
    const unit = weighted(group.factor[first + m] ?? [], columns);
    const u = group.uncertainties[m] ?? 0;
    for (let k = 0; k < BLOCK; k++) {
      column[k] = u * (unit[k] as number) * (group.student[m] === true ? (chi[k] as number) : 1);
    }
  });
}

function weighted(weights: readonly number[], columns: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(BLOCK);
  columns.forEach((column, j) => {
    const weight = weights[j] ?? 0;
    if (weight === 0) return;
    for (let k = 0; k < BLOCK; k++) sum[k] = (sum[k] as number) + weight * (column[k] as number);
  });
  return sum;
}
