/** The first problem to show after a failed save, in the order of the page. */
import type { FieldProblem } from '../typed/field-problem.ts';

const ORDER = [
  'history',
  'channel_id',
  'calibration_date',
  'reference',
  'reference_reason',
  'lab',
  'stated',
  'environment',
  'due_date',
  'rows',
  'analysis'
];

/** The first problem on the page; incomplete points come after missing ones. */
export function firstProblem(problems: readonly FieldProblem[]): FieldProblem | undefined {
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

function placeOf({ field }: FieldProblem): number {
  const at = ORDER.indexOf(field.split('.')[0] ?? '');
  return at < 0 ? ORDER.indexOf('rows') - 0.5 : at;
}

/** Fields above the points, or on a phone in the conditions section. */
const HEAD: readonly string[] = [
  'history',
  'calibration_date',
  'reference',
  'reference_reason',
  'lab',
  'stated',
  'environment'
];

/** The collapsible section of a field. */
export function foldOf(field: string): 'head' | 'conditions' | null {
  const [root = ''] = field.split('.');
  if (root === 'history' || root === 'rows' || root === 'analysis' || root === 'channel_id') return null;
  return HEAD.includes(root) ? 'head' : 'conditions';
}
