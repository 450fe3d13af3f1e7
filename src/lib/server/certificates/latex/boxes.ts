import type { Block, BoxRun } from '../document/blocks.ts';
import type { Call, Commands } from './call.ts';
import type { Tex } from './parse-source.ts';
import { FACE_SCALE } from './sizes.ts';
import type { ParagraphLook, Scope } from './style.ts';

const ALIGN: Readonly<Record<string, BoxRun['align']>> = { t: 'top', c: 'center', m: 'center', b: 'bottom' };
const INSIDE = { t: 'top', c: 'center', b: 'bottom' } as const;
const LOOKS: Readonly<Record<string, ParagraphLook>> = { l: 'left', c: 'center', r: 'right', s: 'left' };

/** A line of text as a block. */
export function lineBlock(call: Call, nodes: readonly Tex[], scope: Scope, look: ParagraphLook = 'left'): Block {
  const size = scope.style.size * FACE_SCALE;
  return {
    kind: 'paragraph',
    content: call.engine.boxed(() => call.inlines(nodes, scope)),
    size,
    leading: scope.style.skip / size,
    lineSkip: scope.style.skip,
    color: scope.style.color,
    align: look === 'justify' ? 'left' : look
  };
}

/** \parbox and minipage: `[position][height][inner]{width}`. */
function column(call: Call, body: () => readonly Tex[]): void {
  const position = call.optionalWord() ?? 'c';
  const height = call.optionalWord();
  const inner = (call.optionalWord() ?? position) as keyof typeof INSIDE;
  const align = ALIGN[position];
  if (!align || !(inner in INSIDE)) call.fault('accepts', { known: 't, c, b', given: position });
  const width = call.length(call.word());
  if (width <= 0) call.fault('needs_width');
  const scope = call.scope.inner(width);
  scope.look = 'justify';
  // LaTeX does so in minipages, and not in \parbox.
  if (call.name === 'minipage') call.engine.setLength('textwidth', width);
  const blocks = call.engine.boxed(() => call.blocks(body(), scope, { indent: 0, skip: 0 }));
  const { flow } = call;
  flow.inline({
    kind: 'box',
    blocks,
    width,
    align: align ?? 'center',
    inside: INSIDE[inner],
    ...(height !== null && { height: call.length(height) })
  });
}

function frame(call: Call, fill: string | null, hasLine: boolean): void {
  const scope = call.scope.inner();
  const { engine } = call;
  const color = fill === null ? undefined : engine.colors.find(null, fill);
  if (fill !== null && !color) call.fault('unknown_color', { name: fill, define: '\\definecolor' });
  const stroke = hasLine ? { width: engine.length('fboxrule'), color: scope.style.color } : undefined;
  const padding = engine.length('fboxsep') + (stroke?.width ?? 0);
  const blocks = [lineBlock(call, call.argument(), scope)];
  call.flow.inline({ kind: 'box', blocks, width: 'natural', align: 'top', frame: { stroke, fill: color, padding } });
}

/** \makebox and \framebox: `[width][position]{text}`. */
function lineBox(call: Call, isFramed: boolean): void {
  const width = call.optionalWord();
  const position = call.optionalWord() ?? 'c';
  const look = LOOKS[position];
  if (!look) call.fault('accepts', { known: 'l, c, r', given: position });
  const { engine, scope } = call;
  const stroke = { width: engine.length('fboxrule'), color: scope.style.color };
  const padding = isFramed ? engine.length('fboxsep') + stroke.width : 0;
  call.flow.inline({
    kind: 'box',
    blocks: [lineBlock(call, call.argument(), scope.inner(), look ?? 'center')],
    width: width === null ? 'natural' : Math.max(0, call.length(width) - 2 * padding),
    align: 'top',
    ...(isFramed && { frame: { stroke, padding } })
  });
}

export const BOX_COMMANDS: Commands = {
  parbox: (call) => column(call, () => call.argument()),
  fbox: (call) => frame(call, null, true),
  colorbox: (call) => frame(call, call.word(), false),
  mbox: (call) => lineBox(call, false),
  makebox: (call) => lineBox(call, false),
  framebox: (call) => lineBox(call, true)
};

export const BOX_ENVIRONMENTS: Commands = {
  minipage: (call) => column(call, () => call.input.rest())
};
