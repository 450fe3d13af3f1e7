import type { DisplaySpace, Inline } from '../document/blocks.ts';
import type { MathNode } from '../document/math.ts';
import type { Call, Commands } from './call.ts';
import { runLook } from './flow.ts';
import { readFormula } from './formulas.ts';
import { PT } from './lengths.ts';
import { arrayOf, rowsOf } from './math-arrays.ts';
import type { Tex } from './parse-source.ts';
import { FACE_SCALE } from './sizes.ts';

function mathRun(formula: MathNode, call: Call, isDisplay: boolean): Inline {
  const { size, color } = call.scope.style;
  return { kind: 'math', formula, size: size * FACE_SCALE, color, isDisplay };
}

const inline = (call: Call) => {
  call.flow.inline(mathRun(readFormula(call.input.rest(), call), call, false));
};

/** Around a display (size10.clo): less around one that begins where the line above has ended, but not around rows. */
const LONG: DisplaySpace = { above: 10 * PT, below: 10 * PT };
const AROUND = {
  formula: { short: { above: 0, below: 6 * PT }, long: LONG },
  rows: { short: LONG, long: LONG }
} as const;

/** A formula between paragraphs, in the middle of the column, with its number at the right. */
function display(call: Call, formula: MathNode, number: string | null, kind: keyof typeof AROUND = 'formula'): void {
  const { flow, scope, line } = call;
  const { beginsParagraph } = flow;
  flow.endParagraph(scope);
  const fill: Inline = { kind: 'gap', width: 'fill' };
  const size = scope.style.size * FACE_SCALE;
  const { skip } = scope.style;
  const look = { size, leading: skip / size, lineSkip: skip } as const;
  // The empty line that the paragraph begins with.
  if (beginsParagraph) flow.block({ kind: 'paragraph', content: [], ...look, keepWithNext: true }, line);
  const content: Inline[] = [fill, mathRun(formula, call, true), fill];
  if (number !== null) {
    // As much room on the left as the number takes on the right.
    content.unshift({ kind: 'gap', width: (0.6 + 0.6 * number.length) * size });
    content.push({ kind: 'text', text: `(${number})`, ...runLook(scope.style) });
  }
  flow.block({ kind: 'paragraph', content, ...look, display: AROUND[kind] }, line);
  flow.resume();
}

function nextNumber({ engine }: Call): string {
  const number = (engine.counters.get('equation') ?? 0) + 1;
  engine.counters.set('equation', number);
  return String(number);
}

const equation = (isNumbered: boolean) => (call: Call) => {
  const formula = readFormula(call.input.rest(), call);
  display(call, formula, isNumbered ? nextNumber(call) : null);
};

/** align and gather: with numbers each row is a display of its own, else all are one array. */
const rows = (shape: 'aligned' | 'gathered', isNumbered: boolean) => (call: Call) => {
  const body = call.input.rest();
  const formula = arrayOf({ kind: 'environment', name: shape, body, line: call.line }, call, (nodes) =>
    readFormula(nodes, call)
  );
  if (!isNumbered) {
    display(call, formula, null, 'rows');
    return;
  }
  const hasNumber = (row: readonly (readonly Tex[])[]) =>
    !row.flat().some((node) => node.kind === 'command' && (node.name === 'nonumber' || node.name === 'notag'));
  const numbers = rowsOf(body, call).map((row) => (hasNumber(row) ? `(${nextNumber(call)})` : ''));
  const { scope } = call;
  const width = scope.width / (scope.style.size * FACE_SCALE);
  display(call, formula.kind === 'array' ? { ...formula, numbers: { texts: numbers, width } } : formula, null, 'rows');
};

export const MATH_ENVIRONMENTS: Commands = {
  math: inline,
  displaymath: equation(false),
  equation: equation(true),
  'equation*': equation(false),
  align: rows('aligned', true),
  'align*': rows('aligned', false),
  gather: rows('gathered', true),
  'gather*': rows('gathered', false)
};

/** Signs that may also stand in text, as \ensuremath makes them. */
export const MATH_COMMANDS: Commands = {
  ensuremath: (call) => call.flow.inline(mathRun(readFormula(call.argument(), call), call, false))
};
