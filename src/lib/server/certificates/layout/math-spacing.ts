import type { MathNode, MathRole } from '../document/math.ts';

const ORDER: readonly MathRole[] = [
  'ordinary',
  'operator',
  'binary',
  'relation',
  'open',
  'close',
  'punctuation',
  'inner'
];
/** D. Knuth, The TeX book, chapter 18: no, thin, medium or thick space; capitals only in formulas that are not raised or lowered. */
const SPACES = [' tMK   T', 'tt K   T', 'MM  M  M', 'KK  K  K', '        ', ' tMK   T', 'TT TTTTT', 'TtMKT TT'];
const EMS: Readonly<Record<string, number>> = { t: 3 / 18, T: 3 / 18, M: 4 / 18, K: 5 / 18 };

/** In ems. */
export function spaceBetween(left: MathRole, right: MathRole, isScript: boolean): number {
  const space = SPACES[ORDER.indexOf(left)]?.charAt(ORDER.indexOf(right)) ?? ' ';
  return isScript && space !== 't' ? 0 : (EMS[space] ?? 0);
}

export function roleOf(node: MathNode): MathRole {
  switch (node.kind) {
    case 'sign':
      return node.role;
    case 'scripts':
      return roleOf(node.base);
    case 'colored':
      return roleOf(node.body);
    case 'text':
      return node.role ?? 'ordinary';
    case 'fraction':
    case 'fenced':
    case 'array':
      return 'inner';
    default:
      return 'ordinary';
  }
}

/** The roles of a row; a binary sign with nothing to join is an ordinary one (a minus in front of a number). */
export function rolesIn(items: readonly MathNode[]): readonly (MathRole | null)[] {
  const roles = items.map((item) => (item.kind === 'space' ? null : roleOf(item)));
  let before: MathRole = 'open';
  return roles.map((role, index) => {
    if (role === null) return null;
    const after = roles.slice(index + 1).find((one) => one !== null) ?? 'close';
    const isAlone =
      ['binary', 'operator', 'relation', 'open', 'punctuation'].includes(before) ||
      ['relation', 'close', 'punctuation'].includes(after);
    const own: MathRole = role === 'binary' && isAlone ? 'ordinary' : role;
    before = own;
    return own;
  });
}
