/** A problem that prevents a result or a save: the field, and a code that screens translate. */
import { parseDecimal } from '#lib/numbers/parse-number.ts';

/** Codes of the form; refusals of the engine and the server have their own codes and an English sentence. */
export const PROBLEM_CODES = [
  'unreadable',
  'missing',
  'not_positive',
  'out_of_range',
  'not_whole',
  'half_point',
  'too_few_points',
  'too_many_points',
  'reference_missing',
  'reference_is_self',
  'unit_differs',
  'tolerance_order',
  'date_in_future',
  'due_before_date',
  'received_after_date',
  'channel_missing',
  'knot_twice',
  'too_many_values',
  'history_undecided',
  'analysis_failed'
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export type FieldProblem = {
  /** Dotted place in the form: `rows.7.left.measured`, `tolerance.0.lower`, `lab.name`. */
  readonly field: string;
  readonly code: ProblemCode | (string & {});
  /** English sentence for a code without a translation. */
  readonly message?: string;
  /** The values in the text of the code. */
  readonly values?: Readonly<Record<string, string | number>>;
};

type Bounds = {
  readonly required?: boolean;
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
};

/** Parses texts of a form as numbers and collects the invalid ones. */
export class FieldReader {
  readonly problems: FieldProblem[] = [];

  refuse(field: string, code: ProblemCode): undefined {
    this.problems.push({ field, code });
    return undefined;
  }

  /** The number in `text`; undefined if it is empty or invalid. */
  number(field: string, text: string, bounds: Bounds = {}): number | undefined {
    if (text.trim() === '') return bounds.required ? this.refuse(field, 'missing') : undefined;
    const value = parseDecimal(text, 'en');
    if (value === null) return this.refuse(field, 'unreadable');
    if (bounds.whole && !Number.isInteger(value)) return this.refuse(field, 'not_whole');
    if (bounds.above !== undefined && !(value > bounds.above)) return this.refuse(field, 'not_positive');
    if (bounds.min !== undefined && value < bounds.min) return this.refuse(field, 'out_of_range');
    if (bounds.max !== undefined && value > bounds.max) return this.refuse(field, 'out_of_range');
    return value;
  }
}

/** True if both lists have the same problems for the same fields. */
export function sameProblems(a: readonly FieldProblem[], b: readonly FieldProblem[]): boolean {
  return a.length === b.length && a.every((problem, i) => problem.field === b[i]?.field && problem.code === b[i]?.code);
}
