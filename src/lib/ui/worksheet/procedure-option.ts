import type { ReadPlan } from '#lib/worksheet/rows/procedure-plan.ts';
import type { ChosenProcedure } from '#lib/worksheet/sections/procedure.ts';

/** A procedure that may be followed, and its plan as it is laid over this instrument. */
export type ProcedureOption = {
  readonly chosen: ChosenProcedure;
  readonly plan: ReadPlan | null;
  /** What the procedure requires of the reference, in its own words. */
  readonly referenceClass: string | null;
};
