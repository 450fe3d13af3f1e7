import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, Point } from './types.ts';

export const MOST_POINTS = 100_000;
/** Squares and products of quantities inside these bounds stay far from overflow and underflow. */
const LARGEST = 1e60;
const SMALLEST = 1e-60;

type Path = readonly (string | number)[];

/** Refuses lists of points that cannot be computed with: wrong numbers, counts, magnitudes or uncertainties. */
export function checkPoints(request: AnalysisRequest): void {
  checkList(request.points, 'points');
  if (request.as_found_points !== undefined) checkList(request.as_found_points, 'as_found_points');
  if (request.verification_points !== undefined) checkList(request.verification_points, 'verification_points');
  for (const list of ['points', 'as_found_points', 'verification_points'] as const) checkUncertainties(request, list);
  checkGroups(request.points);
  checkMagnitude(request.points, 'reference');
  checkMagnitude(request.points, 'measured');
}

function checkList(points: readonly Point[], field: string): void {
  if (!Array.isArray(points) || points.length === 0) {
    throw new AnalysisRefusal('too_few_points', [field], 'At least one point is needed.');
  }
  if (points.length > MOST_POINTS) {
    const message = `At most ${MOST_POINTS} points are analysed; there are ${points.length}.`;
    throw new AnalysisRefusal('too_many_points', [field], message);
  }
  points.forEach((point, index) => {
    checkNumber(point.reference, [field, index, 'reference']);
    checkNumber(point.measured, [field, index, 'measured']);
    if (point.nominal !== undefined) checkNumber(point.nominal, [field, index, 'nominal']);
    checkUncertainty(point.u_reference, [field, index, 'u_reference']);
    checkUncertainty(point.u_measured, [field, index, 'u_measured']);
    if (point.group !== undefined && !Number.isSafeInteger(point.group)) {
      throw new AnalysisRefusal('not_an_integer', [field, index, 'group'], 'A group must be an integer.');
    }
  });
}

/** Refuses a value that is not a finite number or is too large to be squared. */
export function checkNumber(value: unknown, path: Path): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new AnalysisRefusal('not_finite', path, 'A finite number is needed here.');
  }
  if (Math.abs(value) > LARGEST) {
    throw new AnalysisRefusal('magnitude', path, `Numbers beyond ${LARGEST} cannot be computed with.`);
  }
}

function checkUncertainty(value: number | undefined, path: Path): void {
  if (value === undefined) return;
  checkNumber(value, path);
  if (!(value > 0))
    throw new AnalysisRefusal('not_positive', path, 'A standard uncertainty must be greater than zero.');
  if (value < SMALLEST) {
    throw new AnalysisRefusal('magnitude', path, `Uncertainties below ${SMALLEST} cannot be computed with.`);
  }
}

/** With `ols` stated uncertainties would be ignored; with weights every point of the fit needs one. */
function checkUncertainties(
  request: AnalysisRequest,
  list: 'points' | 'as_found_points' | 'verification_points'
): void {
  const weighted = request.fit.method === 'wls' || request.fit.method === 'gdr';
  request[list]?.forEach((point, index) => {
    const uncertainty = point.u_reference ?? point.u_measured;
    if (!weighted && uncertainty !== undefined) {
      const field = point.u_reference === undefined ? 'u_measured' : 'u_reference';
      const message =
        'The method "ols" gives every point the same weight and would ignore this uncertainty: choose "wls".';
      throw new AnalysisRefusal('unused_uncertainty', [list, index, field], message);
    }
    if (weighted && list === 'points' && uncertainty === undefined) {
      const message = `The method "${request.fit.method}" needs u_reference or u_measured of every point.`;
      throw new AnalysisRefusal('missing_uncertainty', ['points', index], message);
    }
  });
}

function checkGroups(points: readonly Point[]): void {
  const without = points.findIndex((point) => point.group === undefined);
  if (without < 0 || points.every((point) => point.group === undefined)) return;
  const message = 'Either every point names its group or none does.';
  throw new AnalysisRefusal('missing_group', ['points', without, 'group'], message);
}

function checkMagnitude(points: readonly Point[], field: 'reference' | 'measured'): void {
  let largest = 0;
  for (const point of points) largest = Math.max(largest, Math.abs(point[field]));
  if (largest > 0 && largest < SMALLEST) {
    const message = `All values of "${field}" are smaller than ${SMALLEST}: choose a smaller unit.`;
    throw new AnalysisRefusal('magnitude', ['points', 0, field], message);
  }
}
