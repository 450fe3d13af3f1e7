import type { Inline } from '../document/blocks.ts';
import type { Call, Commands } from './call.ts';
import { PT } from './lengths.ts';
import { readOptions } from './options.ts';
import { parseSnippet, type Tex } from './parse-source.ts';

/** Of the first to fourth level (article.cls, size10.clo), in points of TeX. */
const INDENTS = [25, 22, 18.7, 17];
const SPACES = [
  { top: 8, between: 8 },
  { top: 4, between: 4 },
  { top: 2, between: 2 },
  { top: 2, between: 2 }
];
const BULLETS = ['•', '–', '∗', '·'];
const NUMBERS = ['\\arabic*.', '(\\alph*)', '\\roman*.', '\\Alph*.'];
const ITEM_NUMBERS = ['arabic', 'alph', 'roman', 'Alph'];
const LABEL_GAP = 5;

type ListLook = {
  left: number;
  top: number;
  between: number;
  label: string | null;
  start: number;
  labelAlign: 'left' | 'right';
  labelGap: number;
};

function readLook(call: Call, level: number): ListLook {
  const preset = SPACES[level] ?? { top: 2, between: 2 };
  const look: ListLook = {
    left: (INDENTS[level] ?? 17) * PT,
    top: preset.top * PT,
    between: preset.between * PT,
    label: null,
    start: 1,
    labelAlign: 'right',
    labelGap: LABEL_GAP * PT
  };
  for (const [name, value] of readOptions(call.optional() ?? [])) {
    if (name === 'nosep') look.top = look.between = 0;
    else if (name === 'noitemsep') look.between = 0;
    else if (name === 'label') look.label = value;
    else if (name === 'start' && /^\d{1,4}$/u.test(value)) look.start = Number(value);
    else if (name === 'leftmargin') look.left = value === '*' || value === '!' ? 17 * PT : call.length(value);
    else if (name === 'itemsep') look.between = call.length(value);
    else if (name === 'topsep') look.top = call.length(value);
    else if (name === 'labelsep') look.labelGap = call.length(value);
    else if (name === 'align' && (value === 'left' || value === 'right')) look.labelAlign = value;
    else if (name !== 'parsep' && name !== 'partopsep') call.fault('unknown_option', { option: name });
  }
  return look;
}

function list(call: Call): void {
  const { engine, flow, scope, name, line } = call;
  flow.endParagraph(scope);
  const level = engine.listLevel;
  if (level > 3) call.fault('lists_too_deep');
  const look = readLook(call, level);
  const items = itemsOf(engine.expanded(call.input), call);
  if (items.length === 0) call.fault('no_item', { item: '\\item' });
  engine.listLevel += 1;
  // The list begins a paragraph of what is around it (latex.ltx, \trivlist).
  flow.spaceAround(look.top + (engine.listSkips[level - 1] ?? engine.length('parskip')), line);
  engine.listSkips[level] = look.between / 2;
  let below = 0;
  let number = look.start - 1;
  const outer = engine.labels.current;
  for (const [index, item] of items.entries()) {
    if (item.label === null) number += 1;
    if (name === 'enumerate' && item.label === null) {
      engine.listNumbers[level] = counted(number, ITEM_NUMBERS[level] ?? 'arabic');
      engine.labels.current =
        look.label === null ? itemReference(engine.listNumbers, level) : itemLabel(look, number, level);
    }
    // Of the space below a list in the item before and that between items, only the larger counts.
    const space = look.between - Math.min(below, look.between / 2);
    if (index > 0 && space > 0) flow.block({ kind: 'spacer', height: space }, item.line);
    const inner = scope.inner(scope.width - look.left);
    inner.look = 'justify';
    const isDescription = name === 'description';
    const label = labelOf(item, look, number, call);
    const content = isDescription ? descriptionStart(label, item.body) : item.body;
    const blocks = call.blocks(content, inner, { indent: isDescription ? -look.left : 0, skip: look.between / 2 });
    const last = blocks.at(-1);
    below = last?.kind === 'spacer' ? last.height : 0;
    flow.block(
      {
        kind: 'inset',
        left: look.left,
        right: 0,
        blocks,
        ...(!isDescription && {
          label: { content: labelRuns(label, call), gap: look.labelGap, align: look.labelAlign }
        })
      },
      item.line
    );
  }
  flow.spaceAround(look.top, line);
  engine.labels.current = outer;
  engine.listLevel -= 1;
  flow.resume();
}

type Item = { readonly label: readonly Tex[] | null; readonly body: readonly Tex[]; readonly line: number };

function itemsOf(nodes: readonly Tex[], call: Call): readonly Item[] {
  const items: { label: readonly Tex[] | null; body: Tex[]; line: number }[] = [];
  const input = call.inputOf(nodes);
  for (let node = input.next(); node; node = input.next()) {
    if (node.kind === 'command' && node.name === 'item') {
      items.push({ label: input.optional('\\item', node.line), body: [], line: node.line });
    } else if (items.length > 0) items.at(-1)?.body.push(node);
    else if (node.kind !== 'space' && node.kind !== 'paragraph_end') {
      call.fault('begins_with_item', { item: '\\item' });
      break;
    }
  }
  return items;
}

function labelOf(item: Item, look: ListLook, number: number, call: Call): readonly Tex[] {
  if (item.label) return item.label;
  const level = Math.min(3, call.engine.listLevel - 1);
  if (call.name === 'itemize') return parseSnippet(look.label ?? BULLETS[level] ?? '•', item.line);
  return call.name === 'enumerate' ? parseSnippet(itemLabel(look, number, level), item.line) : [];
}

const itemLabel = (look: ListLook, number: number, level: number): string =>
  (look.label ?? NUMBERS[level] ?? '\\arabic*.').replace(
    /\\(arabic|alph|Alph|roman|Roman)\s*\*/gu,
    (_, style: string) => counted(number, style)
  );

/** What \ref prints of an item, without a label of its own: `2`, `2a`, `2(a)iii`, `2(a)iiiB` (article.cls, \p@enumiii). */
const itemReference = (numbers: readonly string[], level: number): string =>
  numbers
    .slice(0, level + 1)
    .map((number, at) => (at === 1 && level > 1 ? `(${number})` : number))
    .join('');

function labelRuns(label: readonly Tex[], call: Call): readonly Inline[] {
  return call.inlines(label);
}

/** The label of a description is bold and part of its first line. */
function descriptionStart(label: readonly Tex[], body: readonly Tex[]): readonly Tex[] {
  const line = label[0]?.line ?? body[0]?.line ?? 1;
  if (label.length === 0) return body;
  return [
    { kind: 'command', name: 'textbf', line },
    { kind: 'group', body: label, line },
    { kind: 'command', name: 'hspace', line },
    { kind: 'group', body: [{ kind: 'text', text: '0.5em', line }], line },
    ...body
  ];
}

function counted(number: number, style: string): string {
  if (style === 'arabic') return String(number);
  const isLower = style === 'alph' || style === 'roman';
  const text = /lph$/u.test(style) ? String.fromCharCode(64 + Math.min(26, number)) : roman(number);
  return isLower ? text.toLowerCase() : text;
}

function roman(number: number): string {
  const parts = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I']
  ] as const;
  let left = number;
  let text = '';
  for (const [value, letters] of parts) {
    while (left >= value) {
      text += letters;
      left -= value;
    }
  }
  return text;
}

/** \topsep, with \partopsep where no paragraph is interrupted (article.cls). */
const spaceOf = (call: Call): number => (call.flow.isEmpty ? 10 : 8) * PT;

/** center, flushleft and flushright: paragraphs of one look with space around them. */
const aligned = (look: 'left' | 'center' | 'right') => (call: Call) => {
  const { flow, scope, line, engine } = call;
  const space = spaceOf(call);
  flow.endParagraph(scope);
  flow.spaceAround(space, line);
  scope.look = look;
  engine.run(call.input, scope, flow);
  flow.endParagraph(scope);
  flow.spaceAround(space, line);
  flow.resume();
};

const quoted = (call: Call) => {
  const { flow, scope, line } = call;
  const indent = 25 * PT;
  const space = spaceOf(call);
  flow.endParagraph(scope);
  const blocks = call.blocks(call.input.rest(), scope.inner(scope.width - 2 * indent), { indent: 0, skip: 4 * PT });
  flow.spaceAround(space, line);
  flow.block({ kind: 'inset', left: indent, right: indent, blocks }, line);
  flow.spaceAround(space, line);
  flow.resume();
};

export const LIST_ENVIRONMENTS: Commands = {
  itemize: list,
  enumerate: list,
  description: list,
  center: aligned('center'),
  flushleft: aligned('left'),
  flushright: aligned('right'),
  quote: quoted
};
