/**
 * Which test runs which file of the truth: by what stands in the file, not by its name, so that a further file of a kind is run by
 * that kind's test as soon as it lies in the folder. every-file.test.ts fails for a file that none of these takes.
 */
import { truthCase, truthIds } from './truth-case.ts';

type Part = Readonly<Record<string, unknown>>;
type File = { readonly kind: string; readonly inputs: Part; readonly expected: Part };

const has = (part: unknown, ...names: string[]): boolean =>
  typeof part === 'object' && part !== null && names.every((name) => name in part);
const computed = ({ expected }: File): unknown => expected['computed'];
const isLine = (kind: string): boolean =>
  /^(ols|wls)-(line|polynomial|through-origin)$|^calibration-inverse$/.test(kind);
const exact = ({ expected }: File): unknown => expected['exact_from_double_inputs'];
const isErrorsInBoth = ({ kind, inputs }: File): boolean => /eiv/.test(kind) && has(inputs, 'x', 'y');
const isBudget = (file: File): boolean => file.kind === 'gum-budget' && has(file.inputs, 'components');

const READERS = {
  'nist-linear': (file: File) => has(exact(file)) && has(file.inputs, 'x', 'exponents'),
  'nist-multilinear': (file: File) => has(exact(file)) && has(file.inputs, 'X'),
  'nist-nonlinear': (file: File) => file.kind === 'nonlinear-ls' && has(file.expected, 'refit_50_digits'),
  'nonlinear-weighted': (file: File) => file.kind === 'nonlinear-wls' && has(computed(file), 'parameters'),
  lines: (file: File) =>
    isLine(file.kind) &&
    has(file.inputs, 'x', 'y') &&
    (has(computed(file), 'coefficients') || has(computed(file), 'a')),
  'errors-in-variables': (file: File) =>
    isErrorsInBoth(file) && has(file.inputs, 'u_x', 'u_y') && !has(file.inputs, 'cov_xy_pairs'),
  'correlated-lines': (file: File) =>
    isErrorsInBoth(file) && (has(file.inputs, 'U_x') || (file.kind === 'eiv-line' && has(file.inputs, 'u_x'))),
  budgets: (file: File) => isBudget(file) && has(computed(file), 'sensitivities'),
  anova: (file: File) => file.kind === 'anova-type-a' && has(file.inputs, 'group_means_V'),
  't-factors': (file: File) => file.kind === 'coverage-factor' && has(file.inputs, 'nu') && has(file.expected, 'exact'),
  quantiles: (file: File) => file.kind === 'coverage-factor' && (has(file.expected, 'k') || has(file.expected, 'chi2')),
  trapezoids: (file: File) => file.kind === 'coverage-factor' && has(file.expected, 'trapezoid'),
  'additive-monte-carlo': (file: File) => file.kind === 'monte-carlo' && has(file.expected['exact'], 'interval', 'u'),
  'specific-risk': (file: File) => file.kind === 'conformity-specific-risk' && has(file.inputs, 'cases'),
  'global-risk': (file: File) => file.kind === 'conformity-global-risk' && has(file.inputs, 'prior', 'acceptance'),
  'decision-rule': (file: File) => file.kind === 'decision-rule' && has(file.inputs, 'rules'),
  'guard-band-factors': (file: File) => file.kind === 'guardband' && has(file.expected, 'factors'),
  'guard-band-table': (file: File) => file.kind === 'guardband' && has(file.inputs, 'target_PFA', 'TUR'),
  'interval-analysis': (file: File) => file.kind === 'interval-analysis' && has(file.inputs, 'cases'),
  'drift-prediction': (file: File) => file.kind === 'drift-prediction' && has(computed(file), 'days_from_first'),
  capability: (file: File) => file.kind === 'cmc' && has(file.expected, 'U', 'U_over_k'),
  'negative-correlation': (file: File) => file.kind === 'welch-satterthwaite' && has(file.expected, 'k_max', 'U_max'),
  ratio: (file: File) => file.kind === 'tur' && has(file.inputs, 'request'),
  statement: (file: File) => file.kind === 'statement' && has(file.expected, 'statement_contains'),
  'temperature-units': (file: File) => file.kind === 'units' && Array.isArray(file.inputs['request']),
  'lack-of-fit': (file: File) => file.kind === 'lack-of-fit' && has(file.expected, 'share_of_points_beyond_U_at_most'),
  'scatter-weights': (file: File) => file.kind === 'wls-scatter' && has(file.expected, 'U_max', 'repeatability'),
  'weighted-repeats': (file: File) => file.kind === 'wls-repeats' && has(file.expected, 'conforms'),
  'undeclared-repeats': (file: File) => file.kind === 'default-groups' && has(file.expected, 'as_found_U', 'nu'),
  'point-reference': (file: File) => file.kind === 'budget' && has(file.expected, 'as_found_U', 'verdict'),
  'degenerate-inputs': (file: File) => file.kind === 'error-handling'
} as const;
export type Reader = keyof typeof READERS;
export const READER_NAMES = Object.keys(READERS) as Reader[];

/** The readers that take a file. */
export const readersOf = (id: string): Reader[] => READER_NAMES.filter((name) => READERS[name](truthCase<File>(id)));

/** All files that a reader takes. Each test says by its type which parts it reads. */
export const casesFor = <T>(reader: Reader): { readonly id: string; readonly truth: T }[] =>
  truthIds('')
    .filter((id) => READERS[reader](truthCase<File>(id)))
    .map((id) => ({ id, truth: truthCase<T>(id) }));
