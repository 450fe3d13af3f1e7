import { readFormula } from '../calibration/formula-text.ts';
import type { FieldReader } from './field-problem.ts';

/** Tells `reader` what is wrong with a formula, and where. */
export function refuseFormula(text: string, field: string, reader: FieldReader): void {
  if (text.trim() === '') {
    reader.refuse(field, 'missing');
    return;
  }
  const { fault } = readFormula(text);
  if (fault === null) return;
  reader.problems.push({
    field,
    code: `formula_${fault.reason}`,
    message: fault.message,
    values: { at: (fault.at ?? 0) + 1, part: fault.part }
  });
}
