import type { ParagraphBlock } from '../document/blocks.ts';
import type { Call, Commands } from './call.ts';
import type { Engine } from './engine.ts';
import { PT } from './lengths.ts';
import { FACE_SCALE } from './sizes.ts';
import { runLook } from './flow.ts';
import type { Scope } from './style.ts';

type Captioned = 'figure' | 'table';

/** As babel has them; the sign after the number, too. */
const NAMES: readonly (readonly [language: RegExp, names: Readonly<Record<Captioned, string>>, end: string])[] = [
  [/german/u, { figure: 'Abbildung', table: 'Tabelle' }, ': '],
  [/french/u, { figure: 'Figure', table: 'Table' }, ' – '],
  [/spanish/u, { figure: 'Figura', table: 'Cuadro' }, ': ']
];
const ENGLISH = { figure: 'Figure', table: 'Table' } as const;

/** The next number of tables or figures, which a label then names. */
export function nextCaption({ counters, labels }: Engine, kind: Captioned): void {
  const number = (counters.get(kind) ?? 0) + 1;
  counters.set(kind, number);
  labels.current = String(number);
}

/** `Table 2: ` with the present number, and the text of a caption. */
export function captionBlock(call: Call, scope: Scope, kind: Captioned): ParagraphBlock {
  const { engine } = call;
  const { language } = engine.page;
  const [, names, end] = NAMES.find(([known]) => language !== null && known.test(language)) ?? [null, ENGLISH, ': '];
  call.optional();
  const text = engine.boxed(() => call.inlines(call.argument(), scope));
  const name = `${names[kind]}\u00a0${engine.counters.get(kind) ?? 0}${end}`;
  const size = scope.style.size * FACE_SCALE;
  return {
    kind: 'paragraph',
    content: [{ kind: 'text', text: name, ...runLook(scope.style) }, ...text],
    size,
    leading: scope.style.skip / size,
    lineSkip: scope.style.skip,
    color: scope.style.color,
    // In the middle if it is one line, and else between both edges.
    align: 'center',
    justify: true
  };
}

function caption(call: Call): void {
  const { engine, flow, scope } = call;
  if (engine.captioned === null) {
    call.fault('only_in', { command: '\\caption', places: 'figure, table, longtable' });
    return;
  }
  flow.endParagraph(scope);
  nextCaption(engine, engine.captioned);
  const inner = scope.inner();
  flow.block({ kind: 'spacer', height: 10 * PT, stays: true }, call.line);
  flow.block(captionBlock(call, inner, engine.captioned), call.line);
}

/** figure and table: where they are written, and never divided. */
function float(call: Call): void {
  const { engine, flow, scope, line } = call;
  const places = call.optionalWord() ?? 'h';
  if (!/^[!htbp]+$/u.test(places)) call.fault('accepts', { known: 'h, t, b, p', given: places });
  flow.endParagraph(scope);
  const outer = engine.captioned;
  if (outer !== null || engine.boxDepth > 0) call.fault('not_in_a_box');
  engine.captioned = call.name as Captioned;
  const inner = scope.inner(scope.width);
  inner.look = 'justify';
  const blocks = engine.boxed(() => call.blocks(call.input.rest(), inner, { indent: 0, skip: 0 }));
  engine.captioned = outer;
  flow.spaceAround(12 * PT, line);
  const content = [{ kind: 'box', blocks, width: scope.width, align: 'top' } as const];
  flow.block({ kind: 'paragraph', content, lineSkip: 0 }, line);
  flow.spaceAround(12 * PT, line);
}

export const FLOAT_COMMANDS: Commands = { caption };
export const FLOAT_ENVIRONMENTS: Commands = { figure: float, table: float };
