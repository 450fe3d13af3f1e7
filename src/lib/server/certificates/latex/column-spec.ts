import type { GridColumn, GridEdge } from '../document/tables.ts';
import type { Call } from './call.ts';
import { NumberColumn } from './number-columns.ts';
import { readOptions } from './options.ts';
import type { Input } from './input.ts';
import type { Tex } from './parse-source.ts';

export type TableColumn = {
  readonly column: GridColumn;
  readonly valign: 'top' | 'center' | 'bottom';
  /** Of a column with paragraphs. */
  readonly isWide: boolean;
  readonly before: readonly Tex[];
  readonly after: readonly Tex[];
  /** A column of numbers. */
  readonly numbers?: NumberColumn;
};
export type TableSpec = {
  readonly columns: readonly TableColumn[];
  readonly edges: readonly GridEdge[];
  /** \extracolsep{\fill}: what the columns leave of the table's width is between them. */
  readonly isStretched: boolean;
};

const MOST_COLUMNS = 60;
const VALIGNS = { p: 'top', m: 'center', b: 'bottom', X: 'top' } as const;
/** How wide numbers may be: they are as wide as they are. */
const NUMBER_OPTIONS =
  /^(?:table-format|table-number-alignment|table-alignment|table-column-width|table-text-alignment)$/u;
const ALIGNS = { l: 'left', c: 'center', r: 'right' } as const;

/** `l|c@{}>{\bfseries}p{3cm}*{2}{r}` (array.sty). */
export function readColumns(nodes: readonly Tex[], call: Call): TableSpec {
  const columns: TableColumn[] = [];
  const edges: { lines: number; content?: ReturnType<Call['inlines']>; isTight: boolean }[] = [
    { lines: 0, isTight: false }
  ];
  let before: readonly Tex[] = [];
  let isStretched = false;
  const gap = call.engine.length('tabcolsep');
  const add = (
    column: Pick<GridColumn, 'align' | 'width'>,
    valign: TableColumn['valign'],
    isWide: boolean,
    numbers?: NumberColumn
  ) => {
    columns.push({
      column: { ...column, before: gap, after: gap },
      ...{ valign, isWide, before, after: [] },
      ...(numbers && { numbers })
    });
    edges.push({ lines: 0, isTight: false });
    before = [];
    if (columns.length > MOST_COLUMNS)
      call.engine.faults.fatal(call.line, call.spelling, 'too_many_columns', { most: MOST_COLUMNS });
  };
  const read = (input: Input) => {
    for (let node = input.next(); node; node = input.next()) {
      if (node.kind === 'space') continue;
      if (node.kind !== 'text') {
        call.fault('bad_columns');
        return;
      }
      const [letter = ''] = node.text;
      if (node.text.length > 1) input.push([{ ...node, text: node.text.slice(1) }]);
      const edge = edges.at(-1);
      if (letter === 'l' || letter === 'c' || letter === 'r')
        add({ align: ALIGNS[letter], width: 'natural' }, 'top', false);
      else if (letter === 'p' || letter === 'm' || letter === 'b') {
        const width = call.length(call.wordFrom(input));
        add({ align: 'left', width: Math.max(0, width) }, VALIGNS[letter], true);
      } else if (letter === 'S') {
        for (const [name] of readOptions(input.optional(call.spelling, call.line) ?? []))
          if (!NUMBER_OPTIONS.test(name)) call.fault('unknown_option', { command: 'S', option: name });
        add({ align: 'center', width: 'natural' }, 'top', false, new NumberColumn());
      } else if (letter === 'X') add({ align: 'left', width: { share: 1 } }, 'top', true);
      else if (letter === '|' && edge) edge.lines += 1;
      else if ((letter === '@' || letter === '!') && edge) {
        const { isFill, rest } = withoutFill(input.argument(call.spelling, call.line), call);
        if (isFill) isStretched = true;
        const content = call.inlines(rest);
        if (content.length > 0) edge.content = content;
        if (letter === '@') edge.isTight = true;
      } else if (letter === '>') before = input.argument(call.spelling, call.line);
      else if (letter === '<') {
        const after = input.argument(call.spelling, call.line);
        const last = columns.pop();
        if (last) columns.push({ ...last, after });
      } else if (letter === '*') {
        const times = Number(call.wordFrom(input));
        const repeated = input.argument(call.spelling, call.line);
        if (!Number.isInteger(times) || times < 1 || times > MOST_COLUMNS)
          call.fault('column_repeats', { command: '*{n}{…}', most: MOST_COLUMNS });
        else for (let i = 0; i < times; i += 1) read(call.inputOf(repeated));
      } else
        call.fault('accepts', {
          known: 'l, c, r, p{}, m{}, b{}, X, S, |, @{}, !{}, >{}, <{}, *{}{}',
          given: letter
        });
    }
  };
  read(call.inputOf(nodes));
  if (columns.length === 0) call.engine.faults.fatal(call.line, call.spelling, 'no_columns');
  return {
    columns: columns.map((one, index) => ({
      ...one,
      column: {
        ...one.column,
        before: edges[index]?.isTight === true ? 0 : gap,
        after: edges[index + 1]?.isTight === true ? 0 : gap
      }
    })),
    edges: edges.map(({ lines, content }) => ({ lines, ...(content && { content }) })),
    isStretched
  };
}

/** `\extracolsep{\fill}` at the beginning of `@{…}`; no other length makes sense on a page of a given width. */
function withoutFill(nodes: readonly Tex[], call: Call): { readonly isFill: boolean; readonly rest: readonly Tex[] } {
  const [first, ...rest] = nodes;
  if (first?.kind !== 'command' || first.name !== 'extracolsep') return { isFill: false, rest: nodes };
  const input = call.inputOf(rest);
  const length = call.wordFrom(input);
  if (length !== '\\fill') call.fault('accepts', { command: '\\extracolsep', known: '\\fill', given: length });
  return { isFill: true, rest: input.rest() };
}
