import { Refusal } from '#lib/laboratory/refusal.ts';
import { ResultsDiffer } from '#lib/laboratory/results-differ.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { Rejection } from '#lib/server/use-cases/calibrations/submission.ts';
import { MUTATION_CODES, type MutationError } from '#sync/protocol/errors.ts';

/** A refusal in the format for devices: the same codes and locations as in the API. */
export function mutationErrorOf(reason: Rejection): MutationError {
  const detail = reason.message;
  if (reason instanceof Refusal) {
    return { code: reason.code, detail, ...(reason.context && { context: { ...reason.context } }) };
  }
  if (reason instanceof AnalysisRefusal) {
    const loc = ['body', ...reason.path.map(String)];
    return { code: 'validation', detail, issues: [{ loc, msg: detail, type: reason.code }] };
  }
  const [{ type }] = reason.faults;
  const context = reason instanceof ResultsDiffer ? { context: { differences: reason.differences } } : {};
  return {
    code: MUTATION_CODES.find((code) => code === type) ?? 'validation',
    detail,
    issues: reason.faults.map(({ loc, msg, type: code }) => ({ loc: [...loc], msg, type: code })),
    ...context
  };
}
