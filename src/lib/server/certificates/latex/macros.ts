import type { Faults } from './faults.ts';
import type { Input } from './input.ts';
import { LIMITS } from './limits.ts';
import type { Tex } from './parse-source.ts';

type Macro = { readonly parameters: number; readonly preset: readonly Tex[] | null; readonly body: readonly Tex[] };

/** The commands of \newcommand, and how often they may be called. */
export class Macros {
  readonly #faults: Faults;
  /** The commands that exist now; a group ends with those that it began with. */
  state: ReadonlyMap<string, Macro> = new Map();
  #expansions = 0;
  #definitions = 0;
  #nodes = 0;
  readonly #mostNodes: number;

  constructor(faults: Faults, mostNodes: number = LIMITS.nodes) {
    this.#mostNodes = mostNodes;
    this.#faults = faults;
  }

  has(name: string): boolean {
    return this.state.has(name);
  }

  /** Reads what follows \newcommand, \renewcommand or \providecommand. @returns the name and the text without arguments. */
  read(input: Input, command: string, line: number): { readonly name: string; readonly macro: Macro } {
    input.takes('*');
    const target = input.argument(command, line).filter(({ kind }) => kind !== 'space');
    const [named] = target;
    if (target.length !== 1 || named?.kind !== 'command') {
      return this.#faults.fatal(line, command, 'needs_name');
    }
    const count = input.optional(command, line);
    const preset = count === null ? null : input.optional(command, line);
    const digits = count === null ? '0' : count.map((node) => (node.kind === 'text' ? node.text : '?')).join('');
    if (!/^[0-9]$/u.test(digits)) this.#faults.fatal(line, command, 'too_many_arguments', { given: digits });
    return { name: named.name, macro: { parameters: Number(digits), preset, body: input.argument(command, line) } };
  }

  /** The text of a command without arguments. */
  body(name: string): readonly Tex[] | undefined {
    return this.state.get(name)?.body;
  }

  define(name: string, macro: Macro, line: number): void {
    this.#definitions += 1;
    if (this.#definitions > LIMITS.definitions) {
      this.#faults.fatal(line, '\\newcommand', 'too_many_definitions', { most: LIMITS.definitions });
    }
    this.state = new Map(this.state).set(name, macro);
  }

  /** Puts the text of the called command in front of the input. */
  expand(name: string, input: Input, line: number): void {
    const macro = this.state.get(name);
    if (!macro) return;
    this.#expansions += 1;
    if (this.#expansions > LIMITS.expansions) {
      this.#faults.fatal(line, `\\${name}`, 'endless', { most: LIMITS.expansions });
    }
    const values: (readonly Tex[])[] = [];
    if (macro.preset) values.push(input.optional(`\\${name}`, line) ?? macro.preset);
    while (values.length < macro.parameters) values.push(input.argument(`\\${name}`, line));
    input.push(this.#filled(macro.body, values, line));
  }

  /** Counts what is set. */
  spend(line: number): void {
    this.#nodes += 1;
    if (this.#nodes > this.#mostNodes) this.#faults.fatal(line, null, 'too_many_nodes', { most: this.#mostNodes });
  }

  #filled(body: readonly Tex[], values: readonly (readonly Tex[])[], line: number): readonly Tex[] {
    const filled: Tex[] = [];
    for (let i = 0; i < body.length; i += 1) {
      const node = body[i];
      if (!node) break;
      this.spend(line);
      const following = body[i + 1];
      if (node.kind === 'text' && node.text === '#' && following?.kind === 'text' && /^[0-9]/u.test(following.text)) {
        const value = values[Number(following.text.charAt(0)) - 1];
        if (!value) this.#faults.fatal(line, null, 'no_such_argument', { name: `#${following.text.charAt(0)}` });
        for (const part of value) {
          this.spend(line);
          filled.push(part);
        }
        if (following.text.length > 1) filled.push({ ...following, text: following.text.slice(1), line });
        i += 1;
      } else if (node.kind === 'group' || node.kind === 'environment' || node.kind === 'math') {
        filled.push({ ...node, body: this.#filled(node.body, values, line), line });
      } else filled.push({ ...node, line });
    }
    return filled;
  }
}
