import type { GridBlock } from '../document/tables.ts';
import { readColumns } from './column-spec.ts';
import type { Call, Commands } from './call.ts';
import { nextCaption } from './floats.ts';
import { written } from './input.ts';
import { PT } from './lengths.ts';
import { FACE_SCALE } from './sizes.ts';
import { readRows } from './table-rows.ts';

const POSITIONS = { t: 'top', c: 'center', b: 'bottom' } as const;

function grid(call: Call, width: GridBlock['width'], align: GridBlock['align']): GridBlock {
  const { engine, scope } = call;
  const spec = readColumns(call.argument(), call);
  const stretch = Number(written(engine.macros.body('arraystretch') ?? []) || '1');
  if (!(stretch > 0 && stretch <= 10)) call.fault('not_a_factor', { command: '\\arraystretch', example: '1.3' });
  const read = () => readRows(engine.expanded(call.input), spec, call, scope);
  const rows = call.name === 'longtable' ? engine.withNotes(read) : engine.boxed(read);
  const size = scope.style.size * FACE_SCALE;
  return {
    kind: 'grid',
    columns: spec.columns.map(({ column }) => column),
    edges: spec.edges,
    ...(spec.isStretched && { isStretched: true }),
    stroke: { width: engine.length('arrayrulewidth'), color: scope.style.color },
    lineGap: 2 * PT,
    width,
    align,
    text: { size, leading: scope.style.skip / size, color: scope.style.color },
    rowHeight: scope.style.skip * (stretch > 0 && stretch <= 10 ? stretch : 1),
    ...rows
  };
}

function tabular(call: Call): void {
  const width = call.name === 'tabularx' || call.name === 'tabular*' ? call.length(call.word()) : 'natural';
  const position = (call.optionalWord() ?? 'c') as keyof typeof POSITIONS;
  if (!(position in POSITIONS)) call.fault('accepts', { known: 't, c, b', given: position });
  const block = grid(call, width, 'left');
  call.flow.inline({ kind: 'box', blocks: [block], width, align: POSITIONS[position] ?? 'center' });
}

function longtable(call: Call): void {
  const { flow, scope, line } = call;
  flow.endParagraph(scope);
  // Each one is counted, with a caption or without (longtable.sty).
  nextCaption(call.engine, 'table');
  const position = call.optionalWord() ?? 'c';
  const align = position === 'l' ? 'left' : position === 'r' ? 'right' : 'center';
  // Between given margins it is as wide as they leave (longtable's manual, 2).
  const { lengths } = call.engine;
  const [left, right] = [lengths.get('LTleft'), lengths.get('LTright')];
  const isWide = left !== undefined && right !== undefined;
  const block = grid(call, isWide ? scope.width - left - right : 'natural', left === undefined ? align : 'left');
  flow.block({ kind: 'spacer', height: call.engine.length('LTpre') }, line);
  flow.block(left ? { kind: 'inset', left, right: 0, blocks: [block] } : block, line);
  flow.spaceBelow(call.engine.length('LTpost'), line);
}

export const TABLE_ENVIRONMENTS: Commands = { tabular, 'tabular*': tabular, tabularx: tabular, longtable };
