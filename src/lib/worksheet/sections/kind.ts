/** Who calibrates: the laboratory itself, or one outside whose certificate is entered. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Section } from './section.ts';

export type KindFields = {
  readonly kind: 'internal' | 'external';
  /** What the certificate of an outside laboratory states. */
  readonly external_content: 'points' | 'coefficients' | 'uncertainty';
};

export const kind: Section<KindFields, Pick<CreateCalibrationBody, 'kind' | 'coefficients_only'>> = {
  // A reference is calibrated by a laboratory above: what arrives is its certificate.
  begin: ({ asset }) => ({ kind: asset.is_reference ? 'external' : 'internal', external_content: 'points' }),
  toRequest: (form) => ({ kind: form.kind }),
  fromRequest: ({ kind: by, coefficients_only: only }, form) => ({
    kind: by,
    external_content: only ? (only.model === 'none' ? 'uncertainty' : 'coefficients') : form.external_content
  })
};

/** True where the form carries points rather than the coefficients of an outside certificate. */
export const hasPoints = (form: KindFields): boolean => form.kind === 'internal' || form.external_content === 'points';
