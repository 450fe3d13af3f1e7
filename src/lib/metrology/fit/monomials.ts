import { add, multiply, negate, twoSum, type DoubleDouble } from './double-double.ts';
import type { LongVector } from './compensated-pass.ts';
import type { OrthogonalBasis } from './orthogonal-basis.ts';

const ZERO: DoubleDouble = [0, 0];

/** Row k: the coefficients of basis polynomial P_k in powers of a variable, constant term first. */
export type ChangeOfBasis = readonly (readonly DoubleDouble[])[];

/** The basis in powers of the scaled variable u. */
export function inScaledPowers(basis: OrthogonalBasis): ChangeOfBasis {
  return expand(basis, 1, ZERO);
}

/** The basis in powers of the measured value y itself, u = (y − center)/scale. */
export function inMeasuredPowers(basis: OrthogonalBasis): ChangeOfBasis {
  const { center, scale } = basis.scaling;
  return expand(basis, 1 / scale, [-center / scale, 0]);
}

/** Σ c_k P_k in powers: its coefficients, constant term first. */
export function transform(change: ChangeOfBasis, coefficients: LongVector): DoubleDouble[] {
  const length = Math.max(...change.map((row) => row.length));
  return Array.from({ length }, (_, j) =>
    change.reduce<DoubleDouble>((sum, row, k) => {
      const c: DoubleDouble = [coefficients.high[k] as number, coefficients.low[k] as number];
      return add(sum, multiply(c, row[j] ?? ZERO));
    }, ZERO)
  );
}

/** Runs the three-term recurrence on coefficients, with u = slope · variable + offset. */
function expand(basis: OrthogonalBasis, slope: number, offset: DoubleDouble): ChangeOfBasis {
  const argument: DoubleDouble[] = [offset, [slope, 0]];
  const rows: DoubleDouble[][] = [basis.start === 'one' ? [[1, 0]] : argument];
  for (let k = 1; k < basis.size; k++) {
    const row = rows[k - 1] ?? [];
    const older = rows[k - 2] ?? [];
    const alpha = basis.alpha[k - 1] as number;
    const beta: DoubleDouble = [-(basis.beta[k - 1] as number), 0];
    const constant = add(offset, negate(twoSum(alpha, 0)));
    rows.push(
      Array.from({ length: row.length + 1 }, (_, j) => {
        const raised = multiply([slope, 0], row[j - 1] ?? ZERO);
        const kept = multiply(constant, row[j] ?? ZERO);
        return add(add(raised, kept), multiply(beta, older[j] ?? ZERO));
      })
    );
  }
  return rows;
}
