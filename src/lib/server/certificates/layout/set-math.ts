import type { Color, GapRun, MathRun } from '../document/blocks.ts';
import type { MathNode } from '../document/math.ts';
import { horizontal, type Drawing, type PlacedRun } from './drawing.ts';
import { AXIS, bracket, emptyBox, joined, letters, RULE, type MathBox } from './math-boxes.ts';
import { rolesIn, spaceBetween } from './math-spacing.ts';
import { emptyPiece } from './shape.ts';

/** A display has room above and below, text has not; scripts are smaller. */
type MathStyle = 'display' | 'text' | 'script' | 'smallest';
type Look = { readonly size: number; readonly color: Color; readonly style: MathStyle };

const isScript = ({ style }: Look): boolean => style === 'script' || style === 'smallest';

function smaller(look: Look): Look {
  const style = isScript(look) ? 'smallest' : 'script';
  const factor = look.style === 'smallest' ? 1 : 0.72;
  return { ...look, style, size: look.size * factor };
}

/** A formula as one piece of its line; in text it may be broken after relations and signs between terms. */
export function setFormula({ formula, size, color, isDisplay }: MathRun): readonly (PlacedRun | GapRun)[] {
  const look: Look = { size, color, style: isDisplay ? 'display' : 'text' };
  const items = formula.kind === 'row' ? formula.items : [formula];
  if (isDisplay) return [placed(setNode(formula, look))];
  const roles = rolesIn(items);
  const runs: (PlacedRun | GapRun)[] = [];
  let from = 0;
  for (const [index, role] of roles.entries()) {
    const next = roles[index + 1];
    if ((role !== 'relation' && role !== 'binary') || !next || next === 'relation') continue;
    runs.push(placed(setRow(items.slice(from, index + 1), look, roles.slice(from, index + 1))));
    runs.push({ kind: 'gap', width: spaceBetween(role, next, false) * size });
    from = index + 1;
  }
  return [...runs, placed(setRow(items.slice(from), look, roles.slice(from)))];
}

const placed = (box: MathBox): PlacedRun => ({ kind: 'placed', piece: emptyPiece(box.width, { placed: box }) });

function setNode(node: MathNode, look: Look): MathBox {
  switch (node.kind) {
    case 'row':
      return setRow(node.items, look, rolesIn(node.items));
    case 'sign':
      return node.large === true ? largeSign(node.text, look) : letters(node.text, { ...look, ...slant(node) });
    case 'text':
      return letters(node.text, { ...look, ...slant(node) });
    case 'space':
      return emptyBox(node.width * look.size);
    case 'colored':
      return setNode(node.body, { ...look, color: node.color });
    case 'fraction':
      return fraction(node, look);
    case 'root':
      return root(node, look);
    case 'scripts':
      return scripts(node, look);
    case 'marked':
      return marked(node, look);
    case 'fenced': {
      const body = setNode(node.body, look);
      const axis = AXIS * look.size;
      const height = 2 * Math.max(body.above - axis, body.below + axis);
      return inRow([bracket(node.open, height, look), body, bracket(node.close, height, look)]);
    }
    case 'array':
      return array(node, look);
  }
}

const slant = ({ bold, italic }: { readonly bold?: boolean | undefined; readonly italic?: boolean | undefined }) => ({
  bold: bold === true,
  italic: italic === true
});

function setRow(items: readonly MathNode[], look: Look, roles: ReturnType<typeof rolesIn>): MathBox {
  const boxes: MathBox[] = [];
  let before: NonNullable<(typeof roles)[number]> | null = null;
  for (const [index, item] of items.entries()) {
    const role = roles[index] ?? null;
    if (before !== null && role !== null) boxes.push(emptyBox(spaceBetween(before, role, isScript(look)) * look.size));
    boxes.push(setNode(item, look));
    if (role !== null) before = role;
  }
  return inRow(boxes);
}

function inRow(boxes: readonly MathBox[]): MathBox {
  let x = 0;
  const parts = boxes.map((box) => {
    const part = { box, x, y: 0 };
    x += box.width;
    return part;
  });
  return joined(x, parts);
}

/** Sums and integrals, centred on the axis; larger in displays. */
function largeSign(text: string, look: Look): MathBox {
  const factor = look.style !== 'display' ? 1.1 : text === '∫' ? 2 : 1.5;
  const sign = letters(text, { ...look, size: look.size * factor });
  const shift = (sign.above - sign.below) / 2 - AXIS * look.size;
  return joined(sign.width, [{ box: sign, x: 0, y: shift }]);
}

function fraction(node: Extract<MathNode, { kind: 'fraction' }>, look: Look): MathBox {
  const style = node.style ?? look.style;
  const inner: Look = style === 'display' ? { ...look, style: 'text' } : smaller({ ...look, style });
  const [above, below] = [setNode(node.above, inner), setNode(node.below, inner)];
  const { size, color } = look;
  const [axis, rule] = [AXIS * size, RULE * size];
  const gap = (style === 'display' ? 3.2 : 1.8) * rule;
  const width = Math.max(above.width, below.width) + 0.14 * size;
  const up = Math.max((style === 'display' ? 0.68 : 0.42) * size, axis + rule / 2 + gap + above.below);
  const down = Math.max((style === 'display' ? 0.68 : 0.36) * size, below.above + gap + rule / 2 - axis);
  const outer = width + 0.2 * size;
  const parts = [
    { box: above, x: (outer - above.width) / 2, y: -up },
    { box: below, x: (outer - below.width) / 2, y: down }
  ];
  return joined(outer, parts, [horizontal(0.1 * size, -axis, width, { width: rule, color })]);
}

function root(node: Extract<MathNode, { kind: 'root' }>, look: Look): MathBox {
  const body = setNode(node.body, look);
  const { size, color } = look;
  const rule = RULE * size;
  const gap = (look.style === 'display' ? 0.12 : 0.07) * size;
  const top = -Math.max(body.above, 0.6 * size) - gap - rule / 2;
  const foot = Math.max(body.below, 0.12 * size);
  const hook = 0.55 * size;
  const degree = node.degree ? setNode(node.degree, smaller(smaller(look))) : null;
  const shift = degree ? Math.max(0, degree.width - 0.22 * size) : 0;
  const middle = foot - 0.45 * (foot - top);
  const sign: Drawing = {
    kind: 'path',
    path: [
      ['M', shift + 0.04 * size, middle + 0.06 * size],
      ['L', shift + 0.16 * size, middle],
      ['L', shift + 0.32 * size, foot],
      ['L', shift + hook, top],
      ['L', shift + hook + body.width + 0.08 * size, top]
    ],
    stroke: { width: rule, color }
  };
  const parts = [{ box: body, x: shift + hook + 0.04 * size, y: 0 }];
  if (degree) parts.push({ box: degree, x: Math.max(0, 0.22 * size - degree.width), y: middle - 0.12 * size });
  const box = joined(shift + hook + body.width + 0.12 * size, parts, [sign]);
  return { ...box, above: Math.max(box.above, -top + rule), below: Math.max(box.below, foot) };
}

function scripts(node: Extract<MathNode, { kind: 'scripts' }>, look: Look): MathBox {
  const base = setNode(node.base, look);
  const above = node.above ? setNode(node.above, smaller(look)) : null;
  const below = node.below ? setNode(node.below, smaller(look)) : null;
  const { size } = look;
  if (node.asLimits === true && look.style === 'display') {
    const width = Math.max(base.width, above?.width ?? 0, below?.width ?? 0);
    const parts = [{ box: base, x: (width - base.width) / 2, y: 0 }];
    if (above) parts.push({ box: above, x: (width - above.width) / 2, y: -base.above - 0.16 * size - above.below });
    if (below) parts.push({ box: below, x: (width - below.width) / 2, y: base.below + 0.12 * size + below.above });
    return joined(width + 0.05 * size, parts);
  }
  const isLetter = node.base.kind === 'sign' && node.base.large !== true;
  const up = Math.max((isScript(look) ? 0.32 : 0.38) * size, isLetter ? 0 : base.above - 0.32 * size);
  let down = Math.max((above ? 0.22 : 0.16) * size, isLetter ? 0 : base.below + 0.04 * size);
  if (above && below) down = Math.max(down, above.below + 0.1 * size + below.above - up);
  const parts = [{ box: base, x: 0, y: 0 }];
  const after = base.width + 0.02 * size;
  if (above) parts.push({ box: above, x: after + (isLetter ? 0.03 * size : 0), y: -up });
  if (below) parts.push({ box: below, x: after - (isLetter ? 0.02 * size : 0), y: down });
  return joined(after + Math.max(above?.width ?? 0, below?.width ?? 0) + 0.06 * size, parts);
}

function marked({ mark, body: node }: Extract<MathNode, { kind: 'marked' }>, look: Look): MathBox {
  const body = setNode(node, look);
  const { size, color } = look;
  const stroke = { width: RULE * size, color };
  if (mark === 'overline' || mark === 'underline' || mark === 'bar') {
    const inset = mark === 'bar' ? 0.08 * body.width : 0;
    const y = mark === 'underline' ? body.below + 0.12 * size : -body.above - 0.11 * size;
    const box = joined(body.width, [{ box: body, x: 0, y: 0 }], [horizontal(inset, y, body.width - 2 * inset, stroke)]);
    return { ...box, above: Math.max(box.above, -y + 0.05 * size), below: Math.max(box.below, y + 0.05 * size) };
  }
  const sign = letters(mark, { ...look, size: mark === '→' ? size * 0.7 : size });
  // Marks are drawn in their faces above a small letter.
  const rise = mark === '→' ? body.above : Math.max(0, body.above - 0.53 * size);
  const box = joined(body.width, [
    { box: body, x: 0, y: 0 },
    { box: { ...sign, above: 0, below: 0 }, x: (body.width - sign.width) / 2, y: -rise }
  ]);
  return { ...box, above: body.above + 0.22 * size };
}

function array(node: Extract<MathNode, { kind: 'array' }>, look: Look): MathBox {
  const inner: Look = node.isDisplay ? { ...look, style: 'display' } : { ...look, style: 'text' };
  const rows = node.rows.map((row) => row.map((cell) => setNode(cell, inner)));
  const { size } = look;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(0, ...rows.map((row) => row[at]?.width ?? 0)));
  const lefts: number[] = [];
  let width = 0;
  for (const [at, own] of widths.entries()) {
    if (at > 0) width += (node.gaps[at - 1] ?? 1) * size;
    lefts.push(width);
    width += own;
  }
  const { numbers } = node;
  const left = numbers ? Math.max(0, (numbers.width * size - width) / 2) : 0;
  if (numbers) width = Math.max(width, numbers.width * size);
  const spread = node.isDisplay ? 0.33 * size : 0;
  const parts: { box: MathBox; x: number; y: number }[] = [];
  let y = 0;
  for (const [index, row] of rows.entries()) {
    const above = Math.max(0.84 * size, ...row.map((box) => box.above)) + spread;
    const below = Math.max(0.36 * size, ...row.map((box) => box.below));
    y += above;
    for (const [at, box] of row.entries()) {
      const free = (widths[at] ?? 0) - box.width;
      const align = node.align[at % node.align.length] ?? 'center';
      parts.push({ box, x: left + (lefts[at] ?? 0) + (align === 'left' ? 0 : align === 'right' ? free : free / 2), y });
    }
    const number = letters(numbers?.texts[index] ?? '', inner);
    if (numbers) parts.push({ box: number, x: width - number.width, y });
    y += below;
  }
  const shift = -y / 2 - AXIS * size;
  const box = joined(
    width,
    parts.map((part) => ({ ...part, y: part.y + shift }))
  );
  return { ...box, above: Math.max(box.above, -shift), below: Math.max(box.below, y + shift) };
}
