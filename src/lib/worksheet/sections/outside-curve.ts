/** The contents of an external certificate without points: an uncertainty, and usually the coefficients of a curve. */
import type { CoefficientsOnly, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { ReferenceStandard } from '#lib/metrology/types.ts';
import { curveForm, NEW_CURVE, readCurve, type CurveForm } from '../typed/coefficient-curve.ts';
import { numberText } from '../typed/number-text.ts';
import { hasPoints, type KindFields } from './kind.ts';
import type { Section } from './section.ts';
import type { UnitFields } from './units.ts';

export type OutsideFields = {
  readonly coefficients: CurveForm;
  /** U, k and ν as stated by the external laboratory. */
  readonly stated: { readonly uncertainty: string; readonly k: string; readonly degrees_of_freedom: string };
};

export const outsideCurve: Section<
  OutsideFields,
  Pick<CreateCalibrationBody, 'coefficients_only'>,
  OutsideFields & KindFields & UnitFields,
  void,
  Partial<OutsideFields & UnitFields>
> = {
  begin: () => ({ coefficients: NEW_CURVE, stated: { uncertainty: '', k: '2', degrees_of_freedom: '' } }),
  toRequest: (form, reader) => {
    if (hasPoints(form)) return {};
    const { stated, unit, measured_unit } = form;
    const nu = reader.number('stated.degrees_of_freedom', stated.degrees_of_freedom, { above: 0 });
    const only: CoefficientsOnly = {
      // An uncertainty alone provides no correction.
      ...(form.external_content === 'uncertainty'
        ? { model: 'none' as const, coefficients: [] }
        : readCurve(form.coefficients, 'coefficients', reader)),
      expanded_uncertainty: reader.number('stated.uncertainty', stated.uncertainty, { required: true, min: 0 }) ?? 0,
      coverage_factor: reader.number('stated.k', stated.k, { required: true, above: 0 }) ?? 2,
      ...(nu === undefined ? {} : { degrees_of_freedom: nu }),
      ...(unit.trim() ? { unit: unit.trim() } : {}),
      ...(measured_unit.trim() ? { measured_unit: measured_unit.trim() } : {})
    };
    return { coefficients_only: only };
  },
  fromRequest: ({ coefficients_only: only }, form) => {
    if (!only) return {};
    return {
      coefficients: only.model === 'none' ? form.coefficients : curveForm(only),
      stated: statedTexts(only),
      unit: only.unit ?? '',
      measured_unit: only.measured_unit ?? ''
    };
  },
  takeUp: (stored, fresh) => ({ coefficients: { ...fresh.coefficients, ...stored.coefficients } })
};

/** U, k and ν as texts. */
export const statedTexts = (
  standard: Pick<ReferenceStandard, 'expanded_uncertainty' | 'coverage_factor' | 'degrees_of_freedom'>
): OutsideFields['stated'] => ({
  uncertainty: String(standard.expanded_uncertainty),
  k: String(standard.coverage_factor),
  degrees_of_freedom: numberText(standard.degrees_of_freedom)
});
