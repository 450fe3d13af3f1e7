/** The smallest uncertainty that the laboratory reports. */
import { capabilityOf } from '#lib/laboratory/capability.ts';
import type { Capability, UncertaintyRequest } from '#lib/metrology/types.ts';
import { numberText } from '../typed/number-text.ts';
import type { KindFields } from './kind.ts';
import { measuringOf, type Section } from './section.ts';

export type CapabilityFields = {
  /**
   * The laboratory's capability from the instrument's record; it applies to internal calibrations and cannot be edited.
   */
  readonly capability: Capability | null;
  /** If the record has none or the laboratory is external: a + b·|x|, a here and b in the next. */
  readonly cmc: string;
  readonly cmc_share: string;
};

type Needs = CapabilityFields & Pick<KindFields, 'kind'>;

/** Whether the capability is that of the record; not for external calibrations. */
export const isOfRecord = ({ kind, capability }: Pick<Needs, 'kind' | 'capability'>): boolean =>
  kind === 'internal' && capability !== null;

export const capability: Section<
  CapabilityFields,
  Pick<UncertaintyRequest, 'cmc'>,
  Needs,
  void,
  Pick<CapabilityFields, 'cmc' | 'cmc_share'>
> = {
  begin: (subject) => ({ capability: capabilityOf(measuringOf(subject)), cmc: '', cmc_share: '' }),
  toRequest: (form, reader) => {
    // A capability in the instrument's record replaces the typed one; the server does the same.
    if (isOfRecord(form)) return form.capability === null ? {} : { cmc: form.capability };
    const a = reader.number('cmc', form.cmc, { min: 0 });
    const b = reader.number('cmc_share', form.cmc_share, { min: 0 });
    const cmc = b === undefined || b === 0 ? a : { a: a ?? 0, b };
    return cmc === undefined ? {} : { cmc };
  },
  fromRequest: ({ cmc }) => capabilityTexts(cmc),
  // Taken from the current record, even for an older draft.
  takeUp: (_stored, fresh) => ({ capability: fresh.capability })
};

/** A capability a + b·|x| as the two fields that it is typed in. */
export function capabilityTexts(cmc: Capability | null | undefined): Pick<CapabilityFields, 'cmc' | 'cmc_share'> {
  if (cmc === null || cmc === undefined || typeof cmc === 'number') return { cmc: numberText(cmc), cmc_share: '' };
  return { cmc: numberText(cmc.a), cmc_share: cmc.b === 0 ? '' : numberText(cmc.b) };
}
