/** Internal or external calibration; for an external one, its certificate is entered. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Section } from './section.ts';

export type KindFields = {
  readonly kind: 'internal' | 'external';
  /** The contents of an external laboratory's certificate. */
  readonly external_content: 'points' | 'coefficients' | 'uncertainty';
};

export const kind: Section<KindFields, Pick<CreateCalibrationBody, 'kind' | 'coefficients_only'>> = {
  // References are calibrated by a higher-level laboratory, so the default is its certificate.
  begin: ({ asset }) => ({ kind: asset.is_reference ? 'external' : 'internal', external_content: 'points' }),
  toRequest: (form) => ({ kind: form.kind }),
  fromRequest: ({ kind: by, coefficients_only: only }, form) => ({
    kind: by,
    external_content: only ? (only.model === 'none' ? 'uncertainty' : 'coefficients') : form.external_content
  })
};

/** True if the form has points rather than the coefficients of an external certificate. */
export const hasPoints = (form: KindFields): boolean => form.kind === 'internal' || form.external_content === 'points';
