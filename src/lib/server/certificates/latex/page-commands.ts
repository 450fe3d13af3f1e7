import { mm, type Block, type Inline } from '../document/blocks.ts';
import { Call, type Commands } from './call.ts';
import type { Engine } from './engine.ts';
import { runLook } from './flow.ts';
import { Input, written } from './input.ts';
import { PT, readLength } from './lengths.ts';
import type { MarginPlace } from './margins.ts';
import { parseSnippet, type Tex } from './parse-source.ts';
import type { Scope } from './style.ts';

const PLACES = ['L', 'C', 'R'] as const;

/** `[L]`, `[LE,RO]`: of the two sides of a sheet, only odd pages exist. */
function fancy(call: Call): void {
  const texts = call.name === 'fancyhead' ? call.engine.margins.head : call.engine.margins.foot;
  const places = (call.optionalWord() ?? 'L,C,R').toUpperCase().split(',');
  const content = call.argument();
  for (const one of places) {
    const [, place, side] = /^\s*([LCR])([OE]?)\s*$/u.exec(one) ?? [];
    if (place === undefined) call.fault('accepts', { known: 'L, C, R', given: one });
    else if (side !== 'E') texts[place as MarginPlace] = content;
  }
}

const oldStyle = (where: 'head' | 'foot', place: MarginPlace) => (call: Call) => {
  call.engine.margins[where][place] = call.argument();
};

function field(call: Call, name: 'page' | 'pages'): void {
  const { engine, flow, scope } = call;
  if (!engine.isMargin) {
    if (name === 'page') call.fault('only_in_margin', { command: '\\thepage' });
    engine.countsPages = true;
  }
  flow.inline({ kind: 'field', field: name, ...runLook(scope.style) });
}

export const PAGE_COMMANDS: Commands = {
  pagestyle: (call) => {
    const style = call.word();
    if (style === 'plain' || style === 'empty' || style === 'fancy') call.engine.margins.style = style;
    else call.fault('accepts', { known: 'plain, empty, fancy', given: style });
    const { head, foot } = call.engine.margins;
    if (style === 'fancy' && Object.keys(head).length + Object.keys(foot).length === 0) {
      foot.C = parseSnippet('\\thepage', call.line);
    }
  },
  fancyhf: (call) => {
    call.optional();
    const content = call.argument();
    for (const place of PLACES) call.engine.margins.head[place] = call.engine.margins.foot[place] = content;
  },
  fancyhead: fancy,
  fancyfoot: fancy,
  lhead: oldStyle('head', 'L'),
  chead: oldStyle('head', 'C'),
  rhead: oldStyle('head', 'R'),
  lfoot: oldStyle('foot', 'L'),
  cfoot: oldStyle('foot', 'C'),
  rfoot: oldStyle('foot', 'R'),
  thepage: (call) => field(call, 'page'),
  pageref: (call) => {
    const label = call.word();
    if (label === 'LastPage') field(call, 'pages');
    else call.fault('accepts', { known: 'LastPage', given: label });
  }
};

/** The header and footer of every page, and how much room they have. */
export function pageMargins(
  engine: Engine,
  scope: Scope
): {
  readonly header: readonly Block[];
  readonly footer: readonly Block[];
} {
  const { margins } = engine;
  if (margins.style === 'empty') return { header: [], footer: [] };
  engine.isMargin = true;
  const line = (texts: Partial<Record<MarginPlace, readonly Tex[]>>, align: 'bottom' | 'top'): Block[] => {
    const content = marginLine(texts, align, engine, scope);
    const size = engine.baseSize;
    return content.length === 0 ? [] : [{ kind: 'paragraph', content, ...size }];
  };
  const isFancy = margins.style === 'fancy';
  const head = isFancy ? line(margins.head, 'bottom') : [];
  const foot = line(isFancy ? margins.foot : { C: parseSnippet('\\thepage', 1) }, 'top');
  engine.isMargin = false;
  const headRule = isFancy ? ruleWidth(engine, 'headrulewidth', 0.4 * PT) : 0;
  const footRule = isFancy ? ruleWidth(engine, 'footrulewidth', 0) : 0;
  const rule = (width: number): readonly Block[] =>
    width > 0 ? [{ kind: 'rule', stroke: { width, color: [0, 0, 0] } }] : [];
  return {
    header: head.length > 0 || headRule > 0 ? [...head, ...rule(headRule)] : [],
    footer: foot.length > 0 || footRule > 0 ? [...rule(footRule), ...foot] : []
  };
}

/** Three boxes, each as wide as the text, over one another. */
function marginLine(
  texts: Partial<Record<MarginPlace, readonly Tex[]>>,
  align: 'bottom' | 'top',
  engine: Engine,
  scope: Scope
): readonly Inline[] {
  const width = engine.length('textwidth');
  const runs: Inline[] = [];
  for (const place of PLACES) {
    const nodes = texts[place];
    if (!nodes || written(nodes) === '') continue;
    const inner = scope.inner(width);
    inner.look = place === 'L' ? 'left' : place === 'C' ? 'center' : 'right';
    const call = new Call(engine, new Input([], engine.faults), inner, engine.newFlow(), 'fancyhf', '\\fancyhf', 1);
    const blocks = call.blocks(nodes, inner, { indent: 0, skip: 0 });
    if (runs.length > 0) runs.push({ kind: 'gap', width: -width });
    runs.push({ kind: 'box', blocks, width, align });
  }
  return runs;
}

function ruleWidth(engine: Engine, name: string, preset: number): number {
  const body = engine.macros.body(name);
  if (!body) return preset;
  const length = readLength(written(body), { em: 10 * PT, ex: 4.3 * PT, length: (one) => engine.lengths.get(one) });
  if (length === undefined) engine.faults.add(body[0]?.line ?? 1, `\\${name}`, 'needs_length');
  return Math.max(0, Math.min(mm(5), length ?? preset));
}
