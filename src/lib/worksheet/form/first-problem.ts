/** Where a save that could not be made leads first: in the order of the page, from its head to its record. */
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

/** The problem that stands first on the page; half a point comes after what is missing altogether. */
export function firstProblem(problems: readonly FieldProblem[]): FieldProblem | undefined {
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

function placeOf({ field }: FieldProblem): number {
  const at = ORDER.indexOf(field.split('.')[0] ?? '');
  return at < 0 ? ORDER.indexOf('rows') - 0.5 : at;
}

/** Fields that stand above the points at all times, or on a phone in the fold of the conditions. */
const HEAD: readonly string[] = [
  'history',
  'calibration_date',
  'reference',
  'reference_reason',
  'lab',
  'stated',
  'environment'
];

/** Which fold a field is in. */
export function foldOf(field: string): 'head' | 'conditions' | null {
  const [root = ''] = field.split('.');
  if (root === 'history' || root === 'rows' || root === 'analysis' || root === 'channel_id') return null;
  return HEAD.includes(root) ? 'head' : 'conditions';
}
