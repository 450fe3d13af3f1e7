/**
 * The calibrate form as plain JSON: every text is kept as it was typed and parsed elsewhere, so that a draft, an undo step and a
 * half-typed number look the same before and after they are stored.
 */
import type { CapabilityFields } from '../sections/capability.ts';
import type { ConformityFields, SpecificationFields } from '../sections/conformity.ts';
import type { ContributionFields } from '../sections/contributions.ts';
import type { CoverageFields } from '../sections/coverage.ts';
import type { EnvironmentFields } from '../sections/environment.ts';
import type { FitFields } from '../sections/fit.ts';
import type { FurtherFields } from '../sections/further-values.ts';
import type { InForceFields } from '../sections/in-force.ts';
import type { IndicationFields } from '../sections/indication.ts';
import type { InstrumentFields } from '../sections/instrument.ts';
import type { ItemFields } from '../sections/item.ts';
import type { KindFields } from '../sections/kind.ts';
import type { LaboratoryFields } from '../sections/laboratory.ts';
import type { MonteCarloFields } from '../sections/monte-carlo.ts';
import type { OccasionFields } from '../sections/occasion.ts';
import type { OutsideFields } from '../sections/outside-curve.ts';
import type { PointFields } from '../sections/points.ts';
import type { PopulationFields } from '../sections/population.ts';
import type { ProcedureFields } from '../sections/procedure.ts';
import type { ReferenceFields } from '../sections/reference.ts';
import type { RemarkFields } from '../sections/remarks.ts';
import type { UnitFields } from '../sections/units.ts';

/** The calibration that a form was filled from, and what is not as it was then. */
export type LastTime = {
  readonly version: number;
  readonly date: string;
  readonly differs: readonly (
    | 'reference_gone'
    | 'reference_overdue'
    | 'reference_newer'
    | 'tolerance'
    | 'resolution'
    | 'place_gone'
    | 'environment'
  )[];
};

/** What an analysis is asked. */
type AnalysisFields = PointFields &
  FitFields &
  InForceFields &
  UnitFields &
  CoverageFields &
  IndicationFields &
  CapabilityFields &
  ReferenceFields &
  ContributionFields &
  MonteCarloFields &
  ConformityFields &
  PopulationFields &
  FurtherFields;

/** What a record says beside it. */
type RecordFields = InstrumentFields &
  KindFields &
  ProcedureFields &
  OccasionFields &
  ItemFields &
  LaboratoryFields &
  OutsideFields &
  EnvironmentFields &
  SpecificationFields &
  RemarkFields;

/** What the form remembers of how it came about; never sent. */
export type OriginFields = {
  readonly schema: 1;
  /** The next unused number for a row, a contribution or a correlation. */
  readonly next_id: number;
  /** What was not on the device when the form was begun; emptied when its author has decided about what came later. */
  readonly lacked: readonly ('history' | 'plan' | 'references')[];
  /** The calibration whose correction its author did not want to take over; empty text: none in force. */
  readonly declined_in_force: string | null;
  /** Names of lines of last time's budget that its author has left out. */
  readonly left_out: readonly string[];
  /** What the form was filled from by one press; null where it was not. */
  readonly last_time: LastTime | null;
};

export type CalibrateForm = AnalysisFields & RecordFields & OriginFields;

/** True where nothing but points was typed between two states of a form. */
export function sameSettings(a: CalibrateForm, b: CalibrateForm): boolean {
  const { rows: _rows, checks: _checks, next_id: _next, ...settings } = a;
  return Object.entries(settings).every(([field, value]) => value === b[field as keyof CalibrateForm]);
}
