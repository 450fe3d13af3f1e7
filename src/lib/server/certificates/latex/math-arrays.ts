import type { MathNode } from '../document/math.ts';
import type { Call } from './call.ts';
import type { Tex } from './parse-source.ts';

type Shape = {
  readonly open?: string;
  readonly close?: string;
  readonly align: readonly ('left' | 'center' | 'right')[];
  /** Between the columns of a pair, and between pairs. */
  readonly gaps: readonly [number, number];
  readonly isDisplay: boolean;
};

const MATRIX: Shape = { align: ['center'], gaps: [1, 1], isDisplay: false };
const ALIGNED: Shape = { align: ['right', 'left'], gaps: [0, 2], isDisplay: true };

/** Environments in formulas; align and gather are displays of their own. */
export const ARRAYS: Readonly<Record<string, Shape>> = {
  aligned: ALIGNED,
  split: ALIGNED,
  gathered: { ...ALIGNED, align: ['center'] },
  cases: { open: '{', close: '', align: ['left'], gaps: [1, 1], isDisplay: false },
  matrix: MATRIX,
  pmatrix: { ...MATRIX, open: '(', close: ')' },
  bmatrix: { ...MATRIX, open: '[', close: ']' },
  vmatrix: { ...MATRIX, open: '|', close: '|' }
};

/** Rows and cells of nodes. */
export function rowsOf(nodes: readonly Tex[], call: Call): readonly (readonly (readonly Tex[])[])[] {
  const rows: Tex[][][] = [[[]]];
  const input = call.inputOf(call.engine.expanded(call.inputOf(nodes)));
  for (let node = input.next(); node; node = input.next()) {
    const row = rows.at(-1);
    if (node.kind === 'text' && node.text === '&') row?.push([]);
    else if (node.kind === 'command' && node.name === '\\') {
      input.takes('*');
      input.optional('\\\\', node.line);
      rows.push([[]]);
    } else row?.at(-1)?.push(node);
  }
  const last = rows.at(-1);
  if (last?.length === 1 && (last[0] ?? []).every(({ kind }) => kind === 'space')) rows.pop();
  return rows;
}

export function arrayOf(
  node: Extract<Tex, { kind: 'environment' }>,
  call: Call,
  read: (nodes: readonly Tex[]) => MathNode
): MathNode {
  const shape = ARRAYS[node.name] ?? MATRIX;
  return arrayNode(
    shape,
    rowsOf(node.body, call).map((row) => row.map((cell, at) => rowCell(read(cell), shape, at)))
  );
}

/** What follows an alignment begins with its sign: `&= 2` has space before the sign. */
function rowCell(cell: MathNode, shape: Shape, at: number): MathNode {
  if (!shape.isDisplay || at % 2 === 0) return cell;
  const items = cell.kind === 'row' ? cell.items : [cell];
  return { kind: 'row', items: [{ kind: 'sign', text: '', role: 'ordinary' }, ...items] };
}

function arrayNode(shape: Shape, rows: readonly (readonly MathNode[])[]): MathNode {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const gaps = Array.from({ length: columns - 1 }, (_, at) => shape.gaps[at % 2 === 0 ? 0 : 1]);
  const array: MathNode = { kind: 'array', rows, align: shape.align, gaps, isDisplay: shape.isDisplay };
  if (shape.open === undefined) return array;
  return { kind: 'fenced', open: shape.open, close: shape.close ?? '', body: array };
}
