/** The nominal plan of a procedure, applied to one instrument. */
import type { NominalPlan } from '#lib/records/nominal-plan.ts';
import { numberText } from '../typed/number-text.ts';
import type { Row } from './form-rows.ts';

export type PlannedRow = Pick<Row, 'nominal' | 'direction'>;
/** `unit`: its absolute values are in another unit. `range`: percentages of a span that is not known. */
export type PlanFault = 'unit' | 'range';
export type ReadPlan =
  | { readonly rows: readonly PlannedRow[]; readonly adjusted: boolean; readonly fault: null }
  | { readonly rows: null; readonly fault: PlanFault };

type Measuring = {
  readonly unit: string | null;
  readonly range_min: number | null;
  readonly range_max: number | null;
};
const DIGITS = 10;

/** The rows of the plan, with one for each repeat; or why it cannot be applied to this instrument. */
export function readPlan({ unit, points, runs }: NominalPlan, measuring: Measuring): ReadPlan {
  const { range_min: low, range_max: high } = measuring;
  const isAbsolute = points.some(({ kind }) => kind === 'absolute');
  if (isAbsolute && unit !== null && unit !== '' && measuring.unit !== null && unit !== measuring.unit) {
    return { rows: null, fault: 'unit' };
  }
  const isRelative = points.some(({ kind }) => kind === 'percent_of_span');
  if (isRelative && (low === null || high === null || !(high > low))) return { rows: null, fault: 'range' };
  const valueOf = ({ nominal, kind }: NominalPlan['points'][number]) =>
    kind === 'absolute' ? nominal : (low ?? 0) + (((high ?? 0) - (low ?? 0)) * nominal) / 100;
  return {
    fault: null,
    // Readings as left are made after an adjustment; what was read before it may be added.
    adjusted: runs !== 'as_found',
    rows: points.flatMap((point): PlannedRow[] => {
      const nominal = numberText(Number(valueOf(point).toPrecision(DIGITS)));
      return Array.from({ length: point.repeats }, () => ({ nominal, direction: point.direction ?? '' }));
    })
  };
}
