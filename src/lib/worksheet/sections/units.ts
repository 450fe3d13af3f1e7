/** The units of the reference and the indication. */
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { measuringOf, type Section } from './section.ts';

export type UnitFields = { readonly unit: string; readonly measured_unit: string };

/** The units that are typed in a form; each may be empty. */
export const unitsOf = ({ unit, measured_unit }: UnitFields): readonly string[] => [unit, measured_unit];

export const units: Section<UnitFields, Pick<AnalysisRequest, 'unit' | 'measured_unit'>> = {
  begin: (subject) => {
    const { unit, measured_unit } = measuringOf(subject);
    return { unit: unit ?? '', measured_unit: measured_unit ?? '' };
  },
  toRequest: ({ unit, measured_unit }) => ({
    ...(unit.trim() ? { unit: unit.trim() } : {}),
    ...(measured_unit.trim() ? { measured_unit: measured_unit.trim() } : {})
  }),
  fromRequest: ({ unit = '', measured_unit = '' }) => ({ unit, measured_unit })
};
