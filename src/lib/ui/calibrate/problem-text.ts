import type { FieldProblem } from './field-problem.ts';

type Translate = (key: string, options?: { default?: string; values?: Record<string, string | number> }) => string;

/** A problem in the reader's language; the English sentence of the engine or server where a code is not known there. */
export function problemText(problem: FieldProblem | undefined, translate: Translate): string | undefined {
  if (problem === undefined) return undefined;
  return translate(`calibrate.problem.${problem.code}`, {
    default: problem.message ?? problem.code,
    values: { ...problem.values }
  });
}
