import { plainFormula, readFormula } from './formula-text.ts';
import type { FieldReader } from './field-problem.ts';

/** The formula to send, in plain signs; errors are reported to `reader` with their position. */
export function readExpression(text: string, field: string, reader: FieldReader): string {
  const { fault } = readFormula(text);
  if (text.trim() === '') reader.refuse(field, 'missing');
  else if (fault !== null) {
    reader.problems.push({
      field,
      code: `formula_${fault.reason}`,
      message: fault.message,
      values: { at: (fault.at ?? 0) + 1, part: fault.part }
    });
  }
  return plainFormula(text).trim();
}
