/** The traceability of the calibration: an own reference, or the statement of the external laboratory. */
import type { CreateCalibrationBody, ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { UncertaintyRequest } from '#lib/metrology/types.ts';
import type { KindFields } from './kind.ts';
import { statedTexts, type OutsideFields } from './outside-curve.ts';
import type { Section } from './section.ts';

/** What an internal calibration took from its reference at the moment it was chosen; it never changes silently. */
export type ChosenReference = {
  readonly asset_id: string;
  readonly channel_id: string | null;
  readonly label: string;
  readonly name: string;
  readonly calibration_id: string;
  readonly calibration_date: string;
  readonly version: number;
  readonly expanded_uncertainty: number;
  readonly coverage_factor: number;
  readonly degrees_of_freedom: number | null;
  readonly unit: string | null;
  readonly due_date: string | null;
};

export type ReferenceFields = {
  readonly reference: ChosenReference | null;
  /** The reason for using a reference that is overdue, voided, retired, out of service or has failed. */
  readonly reference_reason: string;
};

type Needs = ReferenceFields & Pick<KindFields, 'kind'>;

/** Its uncertainty, in the analysis. */
export const referenceStandard: Section<
  ReferenceFields,
  Pick<UncertaintyRequest, 'reference_standard'>,
  Needs & Pick<OutsideFields, 'stated'>,
  void,
  Partial<Pick<OutsideFields, 'stated'>>
> = {
  begin: () => ({ reference: null, reference_reason: '' }),
  toRequest: ({ kind, reference, stated }, reader) => {
    if (kind === 'internal') {
      if (reference === null) return {};
      const { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom } = reference;
      return {
        reference_standard: { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom }
      };
    }
    const expanded_uncertainty = reader.number('stated.uncertainty', stated.uncertainty, { min: 0 });
    const coverage_factor = reader.number('stated.k', stated.k, { above: 0 }) ?? 2;
    const nu = reader.number('stated.degrees_of_freedom', stated.degrees_of_freedom, { above: 0 });
    if (expanded_uncertainty === undefined) return {};
    return {
      reference_standard: {
        expanded_uncertainty,
        coverage_factor,
        ...(nu === undefined ? {} : { degrees_of_freedom: nu })
      }
    };
  },
  // An own reference is the one that the form was given: an analysis knows its numbers, not which asset it is.
  fromRequest: ({ reference_standard: standard }, { kind }) =>
    kind === 'external' && standard ? { stated: statedTexts(standard) } : {}
};

/** Which it is, in the record. */
export const traceability: Section<
  ReferenceFields,
  Pick<
    CreateCalibrationBody,
    'reference_asset_id' | 'reference_channel_id' | 'reference_reason' | 'reference_problems'
  >,
  Needs,
  { readonly doubts: readonly ReferenceProblem[] }
> = {
  begin: referenceStandard.begin,
  toRequest: ({ kind, reference, reference_reason }, reader, { doubts }) => {
    if (kind === 'external') return {};
    const reason = reference_reason.trim();
    if (reference === null) reader.refuse('reference', 'reference_missing');
    if (doubts.length > 0 && reason === '') reader.refuse('reference_reason', 'missing');
    if (reference === null) return {};
    return {
      reference_asset_id: reference.asset_id,
      reference_channel_id: reference.channel_id,
      ...(doubts.length > 0 ? { reference_reason: reason, reference_problems: [...doubts] } : {})
    };
  },
  /** A record names its reference; the form that is filled has been given what the device knows of it. */
  fromRequest: ({ reference_reason }, { reference }) => ({ reference, reference_reason: reference_reason ?? '' })
};
