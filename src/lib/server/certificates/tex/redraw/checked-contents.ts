// cspell:ignore BDC BMC EMC scn
import type { Allowance } from './budget.ts';
import { operationsOf, type Operation } from './content-stream.ts';
import { DrawingState, FIRST_LOOK, left } from './drawing-state.ts';
import { LEFT_OUT, SHADING, TAKES } from './operators.ts';

/** The kinds of named resources that a drawing can use. */
export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace';

/** A drawing whose operations all viewers read in the same way. */
export type CheckedContents = {
  readonly text: string;
  /** What drawing it comes to, without the drawings that it shows. */
  readonly work: number;
  /** The names that it uses, and how often. */
  readonly uses: Readonly<Record<ResourceKind, ReadonlyMap<string, number>>>;
};

/** The one mark that is kept: what letters say that fonts name in their own way, for search and for whoever listens. */
const SAYS = /^\/Span << \/ActualText (?:<[\da-f]*>|\([^()]*\)) >>$/iu;
const USES: Readonly<Record<string, ResourceKind>> = {
  Tf: 'Font',
  Do: 'XObject',
  gs: 'ExtGState',
  CS: 'ColorSpace',
  cs: 'ColorSpace'
};
export const DEVICE_COLORS = new Set(['/DeviceGray', '/DeviceRGB', '/DeviceCMYK']);

const LARGEST = 100_000;

/**
 * Reads a drawing and writes it anew, operation by operation: in one way of writing, without what is not needed, and only if it leaves
 * the state of the page as it was. Some viewers let a drawing that takes back more states than it has saved, or leaves a path or a text
 * open, change what is drawn after it.
 * @param content one character for each byte
 * @param parts that it may have
 * @throws where it does not, or viewers may read it in different ways
 */
export function checkedContents(content: string, parts?: Allowance): CheckedContents {
  const written: string[] = [FIRST_LOOK];
  const uses = { Font: new Map(), XObject: new Map(), ExtGState: new Map(), ColorSpace: new Map() };
  const state = new DrawingState();
  /** Of those that are open, whether they are kept. */
  const marks: boolean[] = [];
  for (const operation of operationsOf(content, parts)) {
    const { operator, operands } = operation;
    if (operator === 'BMC' || operator === 'BDC') marks.push(operator === 'BDC' && SAYS.test(operands.join(' ')));
    const isKept = operator === 'EMC' ? marks.pop() : operator === 'BDC' ? marks.at(-1) : !LEFT_OUT.has(operator);
    if (isKept === undefined) throw left();
    if (!isKept) {
      state.count();
      continue;
    }
    if (operator !== 'BDC') assertTakes(operation);
    state.after(operation);
    const kind = USES[operator];
    const [name = ''] = operands;
    if (kind !== undefined && !(kind === 'ColorSpace' && DEVICE_COLORS.has(name))) {
      const names: Map<string, number> = uses[kind];
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    written.push(operands.length > 0 ? `${operands.join(' ')} ${operator}` : operator);
  }
  state.end();
  if (marks.length > 0) throw left();
  return { text: written.join('\n'), work: state.work, uses };
}

function assertTakes({ operator, operands }: Operation): void {
  const kinds = operands.map(kindOf).join('');
  if (operator === SHADING) throw new Error('a drawing in it has a shading');
  if (/^scn$/iu.test(operator) && kinds.endsWith('/')) throw new Error('a drawing in it has a pattern');
  if (TAKES.get(operator)?.test(kinds) !== true) {
    throw new Error(`a drawing in it gives the operator ${operator} what it does not take`);
  }
}

function kindOf(operand: string): string {
  const [first = ''] = operand;
  if (first === '/' || first === '[' || first === ']') return first;
  if (first === '(') return 's';
  if (first === '<') return operand === '<<' ? '{' : 's';
  if (/^[tfn]/u.test(operand)) return 'k';
  const number = Number(operand);
  if (!(Math.abs(number) <= LARGEST) || operand.length > 32) throw new Error('a number in it is too large');
  return 'n';
}
