/**
 * The rules of a reference standard (metrology.md §6): which of its calibrations counts, and whether the copy in the
 * request matches it.
 */
import type { Asset } from '#lib/contracts/assets.ts';
import type { ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { ReferenceStandard } from '#lib/metrology/types.ts';
import { calibrationWarning, type CalibrationWarning } from './calibration-warnings.ts';
import { invalidInput, type InvalidInput } from './refusal.ts';

/** A calibration of the reference. */
export type ReferenceCalibration = {
  readonly id: string;
  readonly version: number;
  readonly calibration_date: string;
  readonly due_date: string | null;
  readonly voided: boolean;
  readonly unit: string | null;
  readonly expanded_uncertainty: number | null;
  readonly coverage_factor: number | null;
  readonly effective_degrees_of_freedom: number | null;
  /** The decisive verdict; null if there is none. */
  readonly conforms: boolean | null;
};

/** The instrument that serves as the reference, as it stands when the calibration is recorded. */
export type ReferenceAsset = Pick<Asset, 'status' | 'out_of_service'>;

export type ReferenceCase<C extends ReferenceCalibration> = {
  /** Day and unit of the calibration that is recorded. */
  readonly date: string;
  readonly unit: string | null;
  readonly asset: ReferenceAsset;
  /** The calibration that counts on that day: not voided, same unit, greatest date, then greatest version. */
  readonly latest: C | null;
  /** The calibration named in the copy, if it is one of this reference; `undefined` if the copy names none. */
  readonly named: C | null | undefined;
  /** The copy in the analysis; `undefined` without an analysis, `null` if it has no copy. */
  readonly copy: ReferenceStandard | null | undefined;
};

const COPY = ['body', 'analysis', 'request', 'uncertainty', 'reference_standard'];
const TOLERANCE = 1e-9;

/**
 * Decides which calibration of the reference was used. If it was the latest at the time of the work, it stays the one
 * used.
 * @throws InvalidInput `reference_uncalibrated`, `reference_mismatch`, `unit_mismatch`, `missing`
 */
export function checkReference<C extends ReferenceCalibration>(
  subject: ReferenceCase<C>
): {
  readonly used: C;
  readonly superseded: boolean;
  /** Problems that require a reason. */
  readonly problems: readonly ReferenceProblem[];
  readonly warnings: readonly CalibrationWarning[];
} {
  const used = subject.named === undefined ? subject.latest : subject.named;
  if (used === null && subject.named === null) {
    throw invalidInput([...COPY, 'calibration_id'], 'reference_mismatch', 'This is not a calibration of the reference');
  }
  if (used === null || used.expanded_uncertainty === null || used.calibration_date > subject.date) throw uncalibrated();
  if (subject.unit !== null && used.unit !== null && used.unit !== subject.unit) {
    throw invalidInput(
      ['body', 'reference_asset_id'],
      'unit_mismatch',
      `The reference was calibrated in ${used.unit}, this calibration is in ${subject.unit}`
    );
  }
  if (subject.copy !== undefined) checkCopy(subject.copy, used);
  const superseded = subject.latest !== null && subject.latest.id !== used.id && isNewer(subject.latest, used);
  const problems = referenceProblems({ ...subject, used });
  return {
    used,
    superseded,
    problems,
    warnings: [
      ...problems.map((problem) => calibrationWarning(`reference_${problem}`)),
      ...(superseded ? [calibrationWarning('reference_superseded')] : [])
    ]
  };
}

type Standing = Pick<ReferenceCalibration, 'due_date' | 'conforms' | 'voided'>;

/**
 * The problems of a reference on the day of the work, based on the calibration used and the latest one; for device and
 * server.
 */
export function referenceProblems(subject: {
  readonly date: string;
  /** `null` if the device does not have it. */
  readonly asset: ReferenceAsset | null;
  readonly used: Standing;
  readonly latest: Pick<Standing, 'conforms'> | null;
}): ReferenceProblem[] {
  const { asset, used, latest } = subject;
  return [
    ...(asset?.status === 'retired' ? (['retired'] as const) : []),
    ...(asset?.out_of_service ? (['out_of_service'] as const) : []),
    ...(used.voided ? (['voided'] as const) : []),
    ...(used.due_date !== null && used.due_date < subject.date ? (['overdue'] as const) : []),
    ...(used.conforms === false || latest?.conforms === false ? (['failed'] as const) : [])
  ];
}

function checkCopy(copy: ReferenceStandard | null, record: ReferenceCalibration): void {
  if (copy === null) {
    throw invalidInput(COPY, 'missing', 'Add the uncertainty of the reference to the budget');
  }
  const pairs = [
    ['expanded_uncertainty', copy.expanded_uncertainty, record.expanded_uncertainty],
    ['coverage_factor', copy.coverage_factor, record.coverage_factor],
    ['degrees_of_freedom', copy.degrees_of_freedom ?? null, record.effective_degrees_of_freedom]
  ] as const;
  for (const [field, sent, stored] of pairs) {
    if (!isEqual(sent, stored)) {
      throw invalidInput(
        [...COPY, field],
        'reference_mismatch',
        `${sent ?? 'infinite'} was sent, the reference's record says ${stored ?? 'infinite'}`
      );
    }
  }
}

const uncalibrated = (): InvalidInput =>
  invalidInput(
    ['body', 'reference_asset_id'],
    'reference_uncalibrated',
    'The reference has no valid calibration in this unit on or before that day'
  );

const isNewer = (a: ReferenceCalibration, b: ReferenceCalibration): boolean =>
  a.calibration_date === b.calibration_date ? a.version > b.version : a.calibration_date > b.calibration_date;

const isEqual = (a: number | null, b: number | null): boolean =>
  a === b || (a !== null && b !== null && Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b)));
