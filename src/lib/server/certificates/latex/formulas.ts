import type { FaultCode, FaultValues } from '../template-faults.ts';
import type { MathNode } from '../document/math.ts';
import type { Call } from './call.ts';
import { Input } from './input.ts';
import {
  CHARACTER_ROLES,
  FUNCTIONS,
  FUNCTIONS_WITH_LIMITS,
  LARGE_SIGNS,
  MARKS,
  MATH_SIGNS,
  MATH_SPACES
} from './math-signs.ts';
import type { Tex } from './parse-source.ts';
import { arrayOf, ARRAYS } from './math-arrays.ts';
import { QUANTITIES } from './quantities.ts';

type Upright = { readonly upright: boolean; readonly bold: boolean };
const PLAIN: Upright = { upright: false, bold: false };
const DEEPEST = 60;

/** Reads a formula. */
export function readFormula(nodes: readonly Tex[], call: Call, look: Upright = PLAIN, depth = 0): MathNode {
  if (depth > DEEPEST) call.engine.faults.fatal(call.line, null, 'formula_too_deep', { most: DEEPEST });
  return new Reader(call, look, depth).row(new Input(nodes, call.engine.faults));
}

class Reader {
  readonly #call: Call;
  readonly #look: Upright;
  readonly #depth: number;

  constructor(call: Call, look: Upright, depth: number) {
    this.#call = call;
    this.#look = look;
    this.#depth = depth;
  }

  /** Everything up to the end, or up to \right. */
  row(input: Input, untilRight = false): MathNode {
    const items: MathNode[] = [];
    for (let node = input.peek(); node; node = input.peek()) {
      if (untilRight && node.kind === 'command' && node.name === 'right') break;
      input.next();
      this.#call.engine.macros.spend(node.line);
      this.#read(node, input, items);
    }
    return items.length === 1 && items[0] ? items[0] : { kind: 'row', items };
  }

  #inner(nodes: readonly Tex[], look = this.#look): MathNode {
    return readFormula(nodes, this.#call, look, this.#depth + 1);
  }

  #fault(line: number, command: string, code: FaultCode, values: FaultValues = {}): void {
    this.#call.engine.faults.add(line, command, code, values);
  }

  #read(node: Tex, input: Input, items: MathNode[]): void {
    const { macros } = this.#call.engine;
    if (node.kind === 'text') this.#text(node, input, items);
    else if (node.kind === 'group') items.push(this.#inner(node.body));
    else if (node.kind === 'command') {
      if (macros.has(node.name)) macros.expand(node.name, input, node.line);
      else this.#command(node, input, items);
    } else if (node.kind === 'environment') {
      if (node.name in ARRAYS) items.push(arrayOf(node, this.#call, (nodes) => this.#inner(nodes)));
      else this.#fault(node.line, '\\begin', 'not_in_formula', { command: `\\begin{${node.name}}` });
    } else if (node.kind === 'math') this.#fault(node.line, '$', 'formula_in_formula');
    else if (node.kind === 'paragraph_end') this.#fault(node.line, '$', 'empty_line_in_formula');
  }

  #text({ text, line }: Extract<Tex, { kind: 'text' }>, input: Input, items: MathNode[]): void {
    if (text === '~') items.push({ kind: 'space', width: 0.25 });
    else if (text === '^' || text === '_') this.#script(text, line, input, items);
    else if (text === '&' || text === '#') this.#fault(line, text, 'not_here');
    else {
      const [first = '', ...rest] = text;
      if (first === "'") {
        this.#attach(items, 'above', { kind: 'sign', text: '′', role: 'ordinary' });
        if (rest.length > 0) input.push([{ kind: 'text', text: rest.join(''), line }]);
        return;
      }
      // Digits of a number are one sign, letters are one each.
      const number = /^\d+(?:[.,](?=\d)\d+)?/u.exec(text)?.[0];
      const own = number ?? first;
      const left = text.slice(own.length);
      items.push(this.#character(own));
      if (left !== '') input.push([{ kind: 'text', text: left, line }]);
    }
  }

  #character(text: string): MathNode {
    const sign = CHARACTER_ROLES[text];
    const { upright, bold } = this.#look;
    if (sign) return { kind: 'sign', ...sign };
    return { kind: 'sign', text, role: 'ordinary', italic: !upright && /^\p{L}$/u.test(text), bold };
  }

  #script(mark: '^' | '_', line: number, input: Input, items: MathNode[]): void {
    input.skipSpaces();
    const next = input.peek();
    const script: MathNode[] = [];
    // A command brings its own arguments: x_\mathrm{a}.
    if (next?.kind === 'command' && !this.#call.engine.macros.has(next.name)) {
      input.next();
      this.#command(next, input, script);
    } else script.push(this.#inner(input.argument(mark, line)));
    this.#attach(items, mark === '^' ? 'above' : 'below', { kind: 'row', items: script });
  }

  #attach(items: MathNode[], place: 'above' | 'below', script: MathNode): void {
    const base = items.pop() ?? { kind: 'row', items: [] };
    if (base.kind !== 'scripts') {
      items.push({ kind: 'scripts', base, [place]: script, asLimits: hasLimits(base) });
      return;
    }
    const before = base[place];
    items.push({ ...base, [place]: before ? { kind: 'row', items: [before, script] } : script });
  }

  #command(node: Extract<Tex, { kind: 'command' }>, input: Input, items: MathNode[]): void {
    const { name, line } = node;
    const spelling = `\\${name}`;
    const argument = () => input.argument(spelling, line);
    const sign = MATH_SIGNS.get(name);
    const large = LARGE_SIGNS.get(name);
    const space = MATH_SPACES[name];
    const mark = MARKS[name];
    const quantity = QUANTITIES[name];
    if (sign)
      items.push({ kind: 'sign', ...sign, ...(this.#look.upright && { italic: false }), bold: this.#look.bold });
    else if (large) items.push({ kind: 'sign', text: large.text, role: 'operator', large: true });
    else if (space !== undefined) items.push({ kind: 'space', width: space });
    else if (FUNCTIONS.has(name)) items.push({ kind: 'sign', text: name, role: 'operator' });
    else if (mark !== undefined) items.push({ kind: 'marked', mark, body: this.#inner(argument()) });
    else if (quantity) items.push(partsOf(quantity(this.#call.within(input, name, line))));
    else if (name === 'frac' || name === 'dfrac' || name === 'tfrac') {
      const style = name === 'frac' ? undefined : name === 'dfrac' ? 'display' : 'text';
      items.push({ kind: 'fraction', above: this.#inner(argument()), below: this.#inner(argument()), style });
    } else if (name === 'sqrt') {
      const degree = input.optional(spelling, line);
      items.push({ kind: 'root', body: this.#inner(argument()), ...(degree && { degree: this.#inner(degree) }) });
    } else if (name === 'left') items.push(this.#fenced(line, input));
    else if (name in TEXTS) items.push(this.#words(name, argument()));
    else if (name === 'mathrm' || name === 'mathsf')
      items.push(this.#inner(argument(), { upright: true, bold: false }));
    else if (name === 'mathbf' || name === 'boldsymbol')
      items.push(this.#inner(argument(), { upright: name === 'mathbf', bold: true }));
    else if (name === 'mathit') items.push(this.#inner(argument(), PLAIN));
    else if (name === 'operatorname') {
      items.push({ kind: 'text', text: this.#call.written(argument()), role: 'operator' });
    } else if (name === 'textcolor' || name === 'color') this.#color(name, line, input, items);
    else if (/^(?:big|Big|bigg|Bigg)[lrm]?$/u.test(name)) {
      // Brackets of a fixed size are as tall as what they are around anyway.
    } else if (
      name === 'displaystyle' ||
      name === 'textstyle' ||
      name === 'nonumber' ||
      name === 'notag' ||
      name === 'limits'
    ) {
      // The layout of displays is the engine's.
    } else if (name === 'right') this.#fault(line, spelling, 'no_partner', { partner: '\\left' });
    else this.#fault(line, spelling, 'not_in_formula');
  }

  #fenced(line: number, input: Input): MathNode {
    const open = this.#delimiter('\\left', line, input);
    const body = new Reader(this.#call, this.#look, this.#depth + 1).row(input, true);
    const end = input.next();
    if (end?.kind !== 'command') {
      this.#fault(line, '\\left', 'no_partner', { partner: '\\right' });
      return body;
    }
    return { kind: 'fenced', open, close: this.#delimiter('\\right', end.line, input), body };
  }

  #delimiter(command: string, line: number, input: Input): string {
    const [node] = input.argument(command, line);
    const text =
      node?.kind === 'text' ? node.text : node?.kind === 'command' ? (MATH_SIGNS.get(node.name)?.text ?? '?') : '?';
    const bracket = text === '<' ? '⟨' : text === '>' ? '⟩' : text;
    if (!'()[]{}|‖⟨⟩⌊⌋⌈⌉/.'.includes(bracket)) this.#fault(line, command, 'needs_bracket');
    return bracket === '.' ? '' : bracket;
  }

  #words(name: string, nodes: readonly Tex[]): MathNode {
    const runs = this.#call.inlines(nodes);
    const items = runs.flatMap((run): MathNode[] => {
      if (run.kind === 'math') return [run.formula];
      return run.kind === 'text'
        ? [
            {
              kind: 'text',
              text: run.text,
              bold: run.bold === true || name === 'textbf',
              italic: run.italic === true || name === 'textit'
            }
          ]
        : [];
    });
    return items.length === 1 && items[0] ? items[0] : { kind: 'row', items };
  }

  #color(name: string, line: number, input: Input, items: MathNode[]): void {
    const value = this.#call.written(input.argument(`\\${name}`, line));
    const color = this.#call.engine.colors.find(null, value);
    if (!color) this.#fault(line, `\\${name}`, 'unknown_color', { name: value, define: '\\definecolor' });
    const body = name === 'color' ? this.row(input) : this.#inner(input.argument(`\\${name}`, line));
    items.push({ kind: 'colored', color: color ?? [0, 0, 0], body });
  }
}

const TEXTS: Readonly<Record<string, true>> = {
  text: true,
  textrm: true,
  textbf: true,
  textit: true,
  mbox: true,
  textnormal: true
};

function hasLimits(base: MathNode): boolean {
  if (base.kind !== 'sign') return false;
  return (
    FUNCTIONS_WITH_LIMITS.has(base.text) ||
    [...LARGE_SIGNS.values()].some(({ text, hasLimits }) => hasLimits && text === base.text)
  );
}

function partsOf(parts: ReturnType<(typeof QUANTITIES)[string]>): MathNode {
  const items: MathNode[] = [];
  for (const { text, isRaised } of parts) {
    const node: MathNode = { kind: 'text', text };
    const base = isRaised ? items.pop() : undefined;
    items.push(base ? { kind: 'scripts', base, above: node } : node);
  }
  return { kind: 'row', items };
}
