/**
 * What a second person should look at first before releasing a certificate: what failed, warned or stands out, the state of the
 * reference, and what is other than last time. Pure: the screen writes the words.
 */
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration, CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { isFailing } from '#lib/laboratory/out-of-tolerance.ts';
import { evaluateCurve } from '#lib/metrology/curve.ts';

/** U that grew by less than this part is the scatter of a repetition. */
const GROWN = 1.2;

export type Finding =
  | { readonly code: 'failed_as_found' | 'does_not_conform' | 'device_differs' | 'reference_voided' }
  | { readonly code: 'warning'; readonly warning: { readonly code: string; readonly message: string } }
  /** Numbers of the points, from 1. */
  | { readonly code: 'outliers'; readonly points: readonly number[] }
  | { readonly code: 'reference_reason'; readonly reason: string }
  | {
      readonly code: 'reference_out_of_service' | 'reference_retired' | 'reference_overdue';
      readonly reference: string;
    }
  | {
      readonly code: 'verdict_changed' | 'other_reference' | 'other_procedure' | 'other_model' | 'other_place';
      readonly version: number;
    }
  /** At an indication, the corrected value is another by more than U. */
  | {
      readonly code: 'curve_moved';
      readonly version: number;
      readonly at: number;
      readonly by: number;
      readonly u: number;
    }
  | { readonly code: 'uncertainty_grew'; readonly version: number; readonly u: number; readonly before: number }
  | {
      readonly code: 'other_range';
      readonly version: number;
      readonly now: readonly [number, number];
      readonly before: readonly [number, number];
    };

type Reviewed = Pick<
  Calibration,
  | 'result'
  | 'device_result'
  | 'warnings'
  | 'conforms'
  | 'profile'
  | 'curve'
  | 'expanded_uncertainty'
  | 'reference_reason'
  | 'reference_asset_id'
  | 'procedure_id'
  | 'procedure_revision'
  | 'calibration_location_id'
>;
type Reference = Pick<Asset, 'asset_id' | 'status' | 'out_of_service' | 'calibration_status'>;
type Around = {
  /** The reference as it is now, and whether the calibration of it that was used still counts; null if unknown. */
  readonly reference: Reference | null;
  readonly referenceVoided: boolean;
  /** The valid calibration of the instrument before this one; null if it is the first. */
  readonly before: Before | null;
};
type Before = Omit<Reviewed, 'result' | 'device_result' | 'warnings'> & Pick<CalibrationHeader, 'version'>;

/** The most serious first. */
export function reviewFindings(
  calibration: Reviewed,
  { reference, referenceVoided, before }: Around
): readonly Finding[] {
  return [
    ...verdicts(calibration),
    ...calibration.warnings.map((warning) => ({ code: 'warning' as const, warning })),
    ...outliers(calibration),
    ...(calibration.device_result ? [{ code: 'device_differs' as const }] : []),
    ...(calibration.reference_reason
      ? [{ code: 'reference_reason' as const, reason: calibration.reference_reason }]
      : []),
    ...(referenceVoided ? [{ code: 'reference_voided' as const }] : []),
    ...(reference ? referenceState(reference) : []),
    ...(before ? changes(calibration, before) : [])
  ];
}

function verdicts({ conforms, profile }: Reviewed): readonly Finding[] {
  return [
    ...(isFailing(profile?.as_found) ? [{ code: 'failed_as_found' as const }] : []),
    ...(conforms === false ? [{ code: 'does_not_conform' as const }] : [])
  ];
}

function outliers({ result, warnings }: Reviewed): readonly Finding[] {
  const points = (result?.fit.diagnostics.outliers ?? []).map((index) => index + 1);
  // A warning about them names them already.
  return points.length === 0 || warnings.some(({ code }) => code === 'outliers') ? [] : [{ code: 'outliers', points }];
}

function referenceState({ asset_id, status, out_of_service, calibration_status }: Reference): readonly Finding[] {
  if (status === 'retired') return [{ code: 'reference_retired', reference: asset_id }];
  if (out_of_service !== null) return [{ code: 'reference_out_of_service', reference: asset_id }];
  return calibration_status === 'overdue' ? [{ code: 'reference_overdue', reference: asset_id }] : [];
}

function changes(now: Reviewed, before: Before): readonly Finding[] {
  const { version } = before;
  const other = (
    code: 'verdict_changed' | 'other_reference' | 'other_procedure' | 'other_model' | 'other_place',
    is: boolean
  ) => (is ? [{ code, version }] : []);
  return [
    ...other('verdict_changed', now.conforms !== before.conforms && before.conforms !== null && now.conforms !== null),
    ...moved(now, before),
    ...grown(now, before),
    ...other('other_reference', now.reference_asset_id !== before.reference_asset_id),
    ...other(
      'other_procedure',
      now.procedure_id !== before.procedure_id || now.procedure_revision !== before.procedure_revision
    ),
    ...other('other_model', now.curve?.model !== before.curve?.model),
    ...range(now, before),
    ...other('other_place', now.calibration_location_id !== before.calibration_location_id)
  ];
}

/** Where the corrected value has moved most, of the places that both ranges include. */
function moved(now: Reviewed, before: Before): readonly Finding[] {
  const [curve, earlier, u] = [now.curve, before.curve, now.expanded_uncertainty];
  if (!curve || !earlier || curve.model === 'none' || earlier.model === 'none' || u === null) return [];
  const shared = (now.profile?.places ?? []).filter(
    ({ measured }) => before.profile && measured >= before.profile.low && measured <= before.profile.high
  );
  const shifts = shared
    .map(({ measured }) => ({ at: measured, by: evaluateCurve(curve, measured) - evaluateCurve(earlier, measured) }))
    .filter(({ by }) => Number.isFinite(by) && Math.abs(by) > u)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [most] = shifts;
  return most === undefined ? [] : [{ code: 'curve_moved', version: before.version, ...most, u }];
}

function grown({ expanded_uncertainty: u }: Reviewed, before: Before): readonly Finding[] {
  const earlier = before.expanded_uncertainty;
  if (u === null || earlier === null || u <= earlier * GROWN) return [];
  return [{ code: 'uncertainty_grew', version: before.version, u, before: earlier }];
}

/** Readings scatter: a range is another one if an end is off by more than a twentieth of it. */
function range({ profile }: Reviewed, { profile: earlier, version }: Before): readonly Finding[] {
  if (!profile || !earlier) return [];
  const most = 0.05 * (earlier.high - earlier.low);
  const isOther = Math.abs(profile.low - earlier.low) > most || Math.abs(profile.high - earlier.high) > most;
  return isOther
    ? [{ code: 'other_range', version, now: [profile.low, profile.high], before: [earlier.low, earlier.high] }]
    : [];
}
