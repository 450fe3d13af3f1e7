import { sideOf, type Run } from '../rows/form-rows.ts';
import type { CalibrateForm } from './calibrate-form.ts';

const RUNS: Readonly<Record<string, Run>> = { points: 'left', as_found_points: 'found', verification_points: 'check' };

/**
 * Finds the form field for a refusal of the engine. `path` is that of the request (`['points', 3, 'measured']`);
 * `rowIds` are the rows that its points came from.
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
