import { evaluateFree, type RunContext } from './run-point.ts';
import { curveSlope, evaluateCurve } from './curve.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { CorrectionCurve, InversePoint } from './types.ts';

/** The measured range is widened by this fraction on each side: the value may be just beyond the last point. */
const MARGIN = 0.1;
const CELLS = 512;
const MOST_HALVINGS = 200;
/** A change larger than this fraction of a cell's between two neighbouring doubles is a jump, not a root. */
const LARGEST_LEAP = 0.5;

type Range = { readonly low: number; readonly high: number };

/** The search grid: evenly spaced readings, and the corrected values there. */
export type InverseGrid = { readonly readings: Float64Array; readonly corrected: Float64Array };

/** A grid over the measured range with a margin, the same for all values; positive readings stay positive. */
export function inverseGrid(curve: CorrectionCurve, measured: Float64Array): InverseGrid {
  const { low, high } = rangeWithMargin(measured);
  const readings = new Float64Array(low === high ? 1 : CELLS + 1);
  for (let i = 0; i < readings.length; i++) readings[i] = i === CELLS ? high : low + ((high - low) * i) / CELLS;
  return { readings, corrected: readings.map((y) => evaluateCurve(curve, y)) };
}

function rangeWithMargin(measured: Float64Array): Range {
  let low = Infinity;
  let high = -Infinity;
  for (const y of measured) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const margin = MARGIN * (high - low);
  return { low: low > 0 ? Math.max(low - margin, 0.5 * low) : low - margin, high: high + margin };
}

/**
 * The indication y with the requested corrected value, f(y) = wanted, with U(y) = U(f)/|f′(y)|.
 *
 * Searches the measured range and a tenth beyond. Refuses with `no_inverse` if the curve does not reach the value
 * there, with `ambiguous_inverse` if it does so more than once or is level. A jump over the value, as at a pole, does
 * not reach it. Source: ISO/TS 28037:2010 11.2 (direct evaluation there, because its line leads from the value to the
 * indication); JCGM 100:2008 5.1.2.
 */
export function inverseAt(context: RunContext, grid: InverseGrid, wanted: number, index: number): InversePoint {
  const { curve } = context.outcome;
  const distance = (y: number): number => evaluateCurve(curve, y) - wanted;
  const found = rootCells(grid, wanted).flatMap((cell) => rootIn(distance, cell) ?? []);
  const [measured] = found;
  if (measured === undefined) {
    const message = `The curve does not reach ${wanted} in the measured range.`;
    throw new AnalysisRefusal('no_inverse', ['inverse_at', index], message);
  }
  const slope = Math.abs(curveSlope(curve, measured));
  if (found.length > 1 || !(slope > 0)) {
    const message = `More than one indication of the measured range corresponds to ${wanted}.`;
    throw new AnalysisRefusal('ambiguous_inverse', ['inverse_at', index], message);
  }
  const { u_fit, u_combined, nu_eff, k, expanded_uncertainty } = evaluateFree(context, measured, ['inverse_at', index]);
  const expanded = expanded_uncertainty / slope;
  const fit = u_fit === null ? null : u_fit / slope;
  if (![measured, expanded, u_combined / slope].every(Number.isFinite)) {
    const message = `The curve is too flat at ${wanted} to be read backwards.`;
    throw new AnalysisRefusal('ambiguous_inverse', ['inverse_at', index], message);
  }
  return { wanted, measured, expanded_uncertainty: expanded, u_fit: fit, u_combined: u_combined / slope, nu_eff, k };
}

/** The cells of the grid at whose ends the curve lies on both sides of the value; a root on the grid counts once. */
function rootCells({ readings, corrected }: InverseGrid, wanted: number): Range[] {
  const cells: Range[] = [];
  let before = Number.NaN;
  let distanceBefore = Number.NaN;
  for (let i = 0; i < readings.length; i++) {
    const y = readings[i] as number;
    const distance = (corrected[i] as number) - wanted;
    if (distance === 0) cells.push({ low: y, high: y });
    else if (distanceBefore * distance < 0) cells.push({ low: before, high: y });
    before = y;
    distanceBefore = distance;
  }
  return cells;
}

/** The root in a cell; null if the function jumps over zero there, as at a pole. */
function rootIn(f: (y: number) => number, cell: Range): number | null {
  let { low, high } = cell;
  const rising = f(high) > 0;
  for (let step = 0; step < MOST_HALVINGS; step++) {
    const middle = low + 0.5 * (high - low);
    if (middle === low || middle === high) break;
    const value = f(middle);
    if (value === 0) return middle;
    if (value > 0 === rising) high = middle;
    else low = middle;
  }
  const [below, above] = [f(low), f(high)];
  // Continuous functions close the gap along with the cell.
  if (low < high && !(Math.abs(above - below) <= LARGEST_LEAP * Math.abs(f(cell.high) - f(cell.low)))) return null;
  return Math.abs(below) < Math.abs(above) ? low : high;
}
