import { FUNCTIONS, type Expression, type FunctionName, type Operator, type ParsedFormula } from './expression.ts';
import { FormulaFault } from './formula-fault.ts';

/*
 * Our own parser, because the language is small: general expression packages add assignment, member access or calls of
 * host functions, which would have to be disabled, and have no derivatives.
 */

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|[-+*/^(),]))/y;
const MOST_DEPTH = 60;
const MOST_NODES = 400;
const MOST_PARAMETERS = 16;
const BINDING: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 };
const BINDING_OF_SIGN = 3;
/** A map, not an object: an object also has an inherited `toString`. */
const OTHER_NAMES: ReadonlyMap<string, FunctionName> = new Map([['atan', 'arctan']]);

type Token = { readonly kind: 'number' | 'name' | 'sign' | 'end'; readonly text: string; readonly at: number };

/**
 * Reads a formula: numbers, + − * / ^ (or **), parentheses, the functions of FUNCTIONS, `pi`, the measured value `y` (or
 * `x`, where no y occurs) and parameters, which are all other names.
 *
 * Parameters are ordered by their number where all are one letter with a number (b1, b2, …), else as they first appear.
 * Refuses with `bad_expression` at fit.expression, with the position. Nothing is ever evaluated as code.
 */
export function parseFormula(text: string): ParsedFormula {
  const reader = new Reader(tokensOf(text));
  const raw = reader.expression(0);
  reader.expect('end', '');
  const names = [...reader.names];
  const variable = names.includes('y') ? 'y' : names.includes('x') ? 'x' : null;
  const parameters = ordered(names.filter((name) => name !== variable));
  if (variable === null)
    throw new FormulaFault('variable_missing', 'The formula does not contain the measured value y.');
  if (parameters.length === 0) throw new FormulaFault('parameter_missing', 'The formula has no parameter to be found.');
  if (parameters.length > MOST_PARAMETERS) {
    throw new FormulaFault('too_many_parameters', `A formula has at most ${MOST_PARAMETERS} parameters.`);
  }
  return { expression: resolve(raw, variable, parameters), parameters };
}

/** The tree before names are resolved. */
type Raw =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'negative'; readonly of: Raw }
  | { readonly kind: 'function'; readonly name: FunctionName; readonly of: Raw }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Raw; readonly right: Raw };

/** A Pratt parser: BINDING is the precedence of each operator. Source: V. R. Pratt, POPL 1973. */
class Reader {
  readonly names = new Set<string>();
  private place = 0;
  private depth = 0;
  private nodes = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  expression(least: number): Raw {
    if (++this.depth > MOST_DEPTH) throw new FormulaFault('too_deep', 'The formula is nested too deeply.');
    let left = this.operand();
    for (;;) {
      const operator = operatorOf(this.peek());
      if (operator === null || BINDING[operator] < least) break;
      this.next();
      // Powers group from the right, the others from the left; 2^-3 is allowed.
      const right = this.expression(operator === '^' ? BINDING_OF_SIGN : BINDING[operator] + 1);
      left = { kind: 'operation', operator, left, right };
    }
    this.depth--;
    return left;
  }

  expect(kind: Token['kind'], text: string): void {
    const token = this.next();
    if (token.kind === kind && token.text === text) return;
    throw misplaced(token);
  }

  private operand(): Raw {
    if (++this.nodes > MOST_NODES) throw new FormulaFault('too_long', 'The formula is too long.');
    const token = this.next();
    if (token.kind === 'number') return { kind: 'number', value: Number(token.text) };
    if (token.kind === 'name') return this.named(token);
    if (token.text === '(') {
      const inner = this.expression(0);
      this.expect('sign', ')');
      return inner;
    }
    if (token.text === '+') return this.expression(BINDING_OF_SIGN);
    if (token.text === '-') return { kind: 'negative', of: this.expression(BINDING_OF_SIGN) };
    throw misplaced(token);
  }

  private named(token: Token): Raw {
    const name = token.text;
    if (this.peek().text !== '(') {
      if (name === 'pi') return { kind: 'number', value: Math.PI };
      this.names.add(name);
      return { kind: 'name', name };
    }
    const known = FUNCTIONS.find((known) => known === name) ?? OTHER_NAMES.get(name);
    if (name === 'log') {
      throw new FormulaFault('ambiguous_log', '"log" may mean two things: write ln or log10.', token.at, name);
    }
    if (known === undefined) {
      throw new FormulaFault('unknown_function', `There is no function "${name}".`, token.at, name);
    }
    this.next();
    const of = this.expression(0);
    this.expect('sign', ')');
    return { kind: 'function', name: known, of };
  }

  private peek(): Token {
    return this.tokens[this.place] ?? { kind: 'end', text: '', at: 0 };
  }

  private next(): Token {
    const token = this.peek();
    this.place++;
    return token;
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) {
      const sign = text.slice(at).trimStart().charAt(0);
      throw new FormulaFault('unknown_sign', `"${sign}" is no part of a formula.`, at, sign);
    }
    const [, number, name, sign] = found;
    const start = TOKEN.lastIndex - (number ?? name ?? sign ?? '').length;
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at: start });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at: start });
    else tokens.push({ kind: 'sign', text: sign ?? '', at: start });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: end });
  return tokens;
}

function operatorOf({ kind, text }: Token): Operator | null {
  if (kind !== 'sign') return null;
  if (text === '**') return '^';
  return text === '+' || text === '-' || text === '*' || text === '/' || text === '^' ? text : null;
}

/** b10 comes after b9; names of other kinds stay in the order in which they were first written. */
function ordered(names: string[]): string[] {
  const numbers = names.map((name) => /^([A-Za-z_]+)(\d+)$/.exec(name));
  const first = numbers[0]?.[1];
  if (first === undefined || !numbers.every((found) => found?.[1] === first)) return names;
  return names.sort((a, b) => Number(a.slice(first.length)) - Number(b.slice(first.length)));
}

function resolve(raw: Raw, variable: string, parameters: readonly string[]): Expression {
  const inner = (part: Raw): Expression => resolve(part, variable, parameters);
  switch (raw.kind) {
    case 'number':
      return raw;
    case 'name':
      return raw.name === variable ? { kind: 'variable' } : { kind: 'parameter', index: parameters.indexOf(raw.name) };
    case 'negative': {
      const of = inner(raw.of);
      return of.kind === 'number' ? { kind: 'number', value: -of.value } : { kind: 'negative', of };
    }
    case 'function':
      return { kind: 'function', name: raw.name, of: inner(raw.of) };
    case 'operation':
      return { kind: 'operation', operator: raw.operator, left: inner(raw.left), right: inner(raw.right) };
  }
}

function misplaced({ kind, text, at }: Token): FormulaFault {
  if (kind === 'end') return new FormulaFault('ends_early', 'The formula ends too early.', at);
  return new FormulaFault('out_of_place', `"${text}" is out of place.`, at, text);
}
