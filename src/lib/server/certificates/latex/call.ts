import type { Block, Inline } from '../document/blocks.ts';
import type { FaultCode, FaultValues } from '../template-faults.ts';
import type { Engine } from './engine.ts';
import type { Flow, ParagraphRules } from './flow.ts';
import { Input, written } from './input.ts';
import { readLength } from './lengths.ts';
import type { Tex } from './parse-source.ts';
import type { Scope } from './style.ts';

export type Command = (call: Call) => void;
export type Commands = Readonly<Record<string, Command>>;

/** One use of a command or environment; an environment's input is its content. */
export class Call {
  readonly engine: Engine;
  readonly input: Input;
  readonly scope: Scope;
  readonly flow: Flow;
  readonly name: string;
  /** As it is written: `\textbf`, `\begin{center}`. */
  readonly spelling: string;
  readonly line: number;

  constructor(engine: Engine, input: Input, scope: Scope, flow: Flow, name: string, spelling: string, line: number) {
    this.engine = engine;
    this.input = input;
    this.scope = scope;
    this.flow = flow;
    this.name = name;
    this.spelling = spelling;
    this.line = line;
  }

  argument(): readonly Tex[] {
    return this.input.argument(this.spelling, this.line);
  }

  optional(): readonly Tex[] | null {
    return this.input.optional(this.spelling, this.line);
  }

  /** An argument that is a name, a list of options, a length. */
  word(): string {
    return written(this.argument());
  }

  /** The same from other input. */
  wordFrom(input: Input): string {
    return written(input.argument(this.spelling, this.line));
  }

  written(nodes: readonly Tex[]): string {
    return written(nodes);
  }

  /** The same place for a command that is read from other input. */
  within(input: Input, name: string, line: number): Call {
    return new Call(this.engine, input, this.scope, this.flow, name, `\\${name}`, line);
  }

  inputOf(nodes: readonly Tex[]): Input {
    return new Input(nodes, this.engine.faults);
  }

  optionalWord(): string | null {
    const nodes = this.optional();
    return nodes && written(nodes);
  }

  star(): boolean {
    return this.input.takes('*');
  }

  /** @param values what the words of the fault name; `command` is this one unless they say otherwise */
  fault(code: FaultCode, values: FaultValues = {}): void {
    this.engine.faults.add(this.line, this.spelling, code, values);
  }

  /** In points; a fault and 0 if the text is not a length. */
  length(text: string): number {
    const { size } = this.scope.style;
    const found = readLength(text, {
      em: size,
      ex: size * 0.43,
      length: (name) => this.namedLength(name)
    });
    if (found === undefined)
      if (text === '') this.fault('needs_length');
      else this.fault('not_a_length', { given: text, examples: '2cm, 1.5em, 0.4\\textwidth' });
    return found ?? 0;
  }

  namedLength(name: string): number | undefined {
    if (name === 'linewidth' || name === 'hsize' || name === 'columnwidth') return this.scope.width;
    if (name === 'baselineskip') return this.scope.style.skip;
    return this.engine.lengths.get(name);
  }

  run(nodes: readonly Tex[], scope: Scope = this.scope.inner()): void {
    this.flow.barrier();
    this.engine.run(new Input(nodes, this.engine.faults), scope, this.flow);
    this.flow.barrier();
  }

  /** Nodes as blocks, the first paragraph flush. */
  blocks(nodes: readonly Tex[], scope: Scope, rules?: ParagraphRules): readonly Block[] {
    const flow = this.engine.newFlow(rules);
    this.engine.run(new Input(nodes, this.engine.faults), scope, flow);
    flow.endParagraph(scope);
    return flow.blocks;
  }

  /** Nodes as the content of one line. */
  inlines(nodes: readonly Tex[], scope: Scope = this.scope.inner()): readonly Inline[] {
    const flow = this.engine.newFlow();
    this.engine.run(new Input(nodes, this.engine.faults), scope, flow);
    if (flow.blocks.length > 0) this.fault('only_a_line');
    return flow.takeContent();
  }
}
