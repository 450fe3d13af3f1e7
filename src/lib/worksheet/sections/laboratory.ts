/** The external laboratory and its certificate. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { KindFields } from './kind.ts';
import type { Section } from './section.ts';

export type LaboratoryFields = {
  readonly lab: { readonly name: string; readonly certificate_number: string; readonly accreditation: string };
};

export const laboratory: Section<
  LaboratoryFields,
  Pick<CreateCalibrationBody, 'lab_name' | 'lab_certificate_number' | 'lab_accreditation'>,
  LaboratoryFields & Pick<KindFields, 'kind'>
> = {
  begin: () => ({ lab: { name: '', certificate_number: '', accreditation: '' } }),
  toRequest: ({ kind, lab }, reader) => {
    if (kind === 'internal') return {};
    if (lab.name.trim() === '') reader.refuse('lab.name', 'missing');
    if (lab.certificate_number.trim() === '') reader.refuse('lab.certificate_number', 'missing');
    return {
      lab_name: lab.name.trim(),
      lab_certificate_number: lab.certificate_number.trim(),
      ...(lab.accreditation.trim() ? { lab_accreditation: lab.accreditation.trim() } : {})
    };
  },
  fromRequest: ({ lab_name, lab_certificate_number, lab_accreditation }) => ({
    lab: {
      name: lab_name ?? '',
      certificate_number: lab_certificate_number ?? '',
      accreditation: lab_accreditation ?? ''
    }
  }),
  takeUp: (stored, fresh) => ({ lab: { ...fresh.lab, ...stored.lab } })
};
