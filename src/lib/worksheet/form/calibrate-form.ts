/**
 * The calibrate form as plain JSON: texts are stored as typed and parsed elsewhere, so that drafts, undo steps and
 * half-typed numbers survive storage unchanged.
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

/** The calibration from which a form was filled, and the differences from it. */
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

/** The fields of the analysis request. */
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

/** The other fields of the record. */
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

/** The origin of the form; never sent. */
export type OriginFields = {
  readonly schema: 1;
  /** The next unused number for a row, a contribution or a correlation. */
  readonly next_id: number;
  /**
   * History missing on the device when the form was started; cleared when the author has decided about what arrived
   * later.
   */
  readonly lacked: readonly ('history' | 'plan' | 'references')[];
  /** The calibration whose correction the author declined; empty text: no correction in force. */
  readonly declined_in_force: string | null;
  /** Names of lines of the last budget that the author removed. */
  readonly left_out: readonly string[];
  /** The source of "as last time"; null if it was not used. */
  readonly last_time: LastTime | null;
};

export type CalibrateForm = AnalysisFields & RecordFields & OriginFields;

/** True if two states of a form differ only in their points. */
export function sameSettings(a: CalibrateForm, b: CalibrateForm): boolean {
  const { rows: _rows, checks: _checks, next_id: _next, ...settings } = a;
  return Object.entries(settings).every(([field, value]) => value === b[field as keyof CalibrateForm]);
}
