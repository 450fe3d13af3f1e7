/** What stands in the way of a result or a save: where, and why, as a code that the screens say in the reader's language. */
import { parseDecimal } from '../number-input/parse-number.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { sideOf, type Run } from './form-rows.ts';

/** Codes of the form itself; refusals of the engine and the server carry codes of their own and an English sentence. */
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
  /** English sentence for a code that no language file knows. */
  readonly message?: string;
  /** What the text of the code names. */
  readonly values?: Readonly<Record<string, string | number>>;
};

type Bounds = {
  readonly required?: boolean;
  readonly above?: number;
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
};

/** Reads texts of a form into numbers and keeps what could not be read. */
export class FieldReader {
  readonly problems: FieldProblem[] = [];

  refuse(field: string, code: ProblemCode): undefined {
    this.problems.push({ field, code });
    return undefined;
  }

  /** The number in `text`; undefined where it is empty or was refused. */
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

/** True where both lists say the same of the same fields. */
export function sameProblems(a: readonly FieldProblem[], b: readonly FieldProblem[]): boolean {
  return a.length === b.length && a.every((problem, i) => problem.field === b[i]?.field && problem.code === b[i]?.code);
}

const RUNS: Readonly<Record<string, Run>> = { points: 'left', as_found_points: 'found', verification_points: 'check' };

/**
 * Where in the form a refusal of the engine belongs. `path` is that of the request (`['points', 3, 'measured']`); `rowIds` are the
 * rows that its points came from.
 */
export function fieldOfRefusal(
  path: readonly (string | number)[],
  rowIds: Readonly<Record<Run, readonly number[]>>,
  form: CalibrateForm
): string {
  const [root, second, third] = path;
  const run = RUNS[String(root)];
  if (run !== undefined) {
    const id = typeof second === 'number' ? rowIds[run][second] : undefined;
    return id === undefined ? 'rows' : `rows.${id}.${sideOf(run)}.${third ?? 'measured'}`;
  }
  if (root === 'uncertainty' && second === 'contributions' && typeof third === 'number') {
    const entry = form.contributions[third];
    return entry === undefined ? 'contributions' : `contributions.${entry.id}.${path[3] ?? 'value'}`;
  }
  if (root === 'uncertainty' && second === 'correlations') {
    const pair = typeof third === 'number' ? form.correlations[third] : form.correlations[0];
    return pair === undefined ? 'correlations' : `correlations.${pair.id}.${path[3] ?? 'r'}`;
  }
  if (root === 'uncertainty' && second === 'reference_standard')
    return form.kind === 'internal' ? 'reference' : 'stated.uncertainty';
  if (root === 'uncertainty' && (second === 'coverage_probability' || second === 'coverage_factor')) return 'coverage';
  if (root === 'uncertainty' && second !== undefined) return String(second);
  if (root === 'conformity' && second === 'tolerance')
    return path.length > 3 ? `tolerance.${third}.${path[3]}` : 'tolerance';
  if (root === 'conformity' && second === 'population')
    return `population.${third === 'mean' ? third : form.population.by}`;
  if (root === 'conformity' && second !== undefined) return String(second);
  if (root === 'evaluate_at' || root === 'inverse_at') return root;
  if (root === 'correction_in_force') return 'in_force';
  if (root === 'fit' && second === 'correlation') return `fit.correlation.${third ?? 'references'}`;
  if (root === 'fit') return `fit.${second ?? 'model'}`;
  return root === undefined ? 'rows' : path.join('.');
}
