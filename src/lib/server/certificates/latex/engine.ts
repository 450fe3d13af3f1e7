import type { FaultCode, FaultValues } from '../template-faults.ts';
import { Colors } from './colors.ts';
import type { Faults } from './faults.ts';
import { Flow, type ParagraphRules } from './flow.ts';
import { Input, written } from './input.ts';
import { PT, readLength } from './lengths.ts';
import { Macros } from './macros.ts';
import { Margins } from './margins.ts';
import { FIRST_NUMBERS, type NumberLook } from './number-look.ts';
import type { Tex } from './parse-source.ts';
import type { LatexFacts } from './facts.ts';
import { Labels } from './labels.ts';
import type { Block, Color, Inline } from '../document/blocks.ts';
import { FACE_SCALE, fontSize, type ClassSize } from './sizes.ts';
import { articlePaper, type Paper, type PaperName } from './paper.ts';
import type { Scope } from './style.ts';

export type Command = (call: Call) => void;
export type Commands = Readonly<Record<string, Command>>;

/** Groups, arguments and environments that are being set inside each other; more than the source may have by itself. */
const DEEPEST = 150;

/** What holds for a whole document. */
export class Engine {
  readonly faults: Faults;
  readonly facts: LatexFacts;
  readonly commands: ReadonlyMap<string, Command>;
  readonly environments: ReadonlyMap<string, Command>;
  readonly macros: Macros;
  readonly colors = new Colors();
  lengths: ReadonlyMap<string, number> = new Map();
  readonly counters = new Map<string, number>();
  classSize: ClassSize = 10;
  readonly page: { name: PaperName; isLandscape: boolean; language: string | null } = {
    name: 'letterpaper',
    isLandscape: false,
    language: null
  };
  paper: Paper = articlePaper('letterpaper', 10, false);
  hasPaper = false;
  readonly margins = new Margins();
  numbers: NumberLook = FIRST_NUMBERS;
  linkColor: Color | null = null;
  /** In headers and footers every page number is known; the body may print how many pages there are. */
  isMargin = false;
  listLevel = 0;
  /** Of the present items of numbered lists, by level. */
  readonly listNumbers: string[] = [];
  /** Inside of boxes, cells and floats, which have no foot of a page. */
  boxDepth = 0;
  /** The depth of the rows of a longtable, which have the foot of their page; else 0. */
  noteDepth = 0;
  /** The environment whose \caption is read. */
  captioned: 'figure' | 'table' | null = null;
  readonly labels: Labels;
  countsPages = false;
  #depth = 0;

  constructor(
    faults: Faults,
    facts: LatexFacts,
    commands: ReadonlyMap<string, Command>,
    environments: ReadonlyMap<string, Command>,
    labels = new Labels(null)
  ) {
    this.labels = labels;
    this.faults = faults;
    this.facts = facts;
    this.commands = commands;
    this.environments = environments;
    this.macros = new Macros(faults);
  }

  length(name: string): number {
    return this.lengths.get(name) ?? 0;
  }

  setLength(name: string, length: number): void {
    this.lengths = new Map(this.lengths).set(name, length);
  }

  /** Sets the rows of a table that pages divide: their notes are at the foot of the page. */
  withNotes<T>(set: () => T): T {
    const outer = this.noteDepth;
    if (this.boxDepth === outer) this.noteDepth = this.boxDepth + 1;
    const made = this.boxed(set);
    this.noteDepth = outer;
    return made;
  }

  /** Sets what is in a box. */
  boxed<T>(set: () => T): T {
    this.boxDepth += 1;
    const made = set();
    this.boxDepth -= 1;
    return made;
  }

  /** What a group changes of lengths, own commands, the look of numbers, and what \label marks, ends with it. */
  #asGroup(set: () => void): void {
    const { lengths, numbers } = this;
    const { current } = this.labels;
    const macros = this.macros.state;
    set();
    this.lengths = lengths;
    this.numbers = numbers;
    this.labels.current = current;
    this.macros.state = macros;
  }

  /** Of text without a size of its own. */
  get baseSize(): { readonly size: number; readonly leading: number } {
    const { size, skip } = fontSize('normalsize', this.classSize);
    return { size: size * FACE_SCALE, leading: skip / (size * FACE_SCALE) };
  }

  setPaper(paper: Paper): void {
    this.paper = paper;
    this.hasPaper = true;
    this.setLength('textwidth', paper.width - paper.left - paper.right);
    this.setLength('textheight', paper.height - paper.top - paper.bottom);
    this.setLength('paperwidth', paper.width);
    this.setLength('paperheight', paper.height);
  }

  newFlow(rules?: ParagraphRules): Flow {
    return new Flow(
      this.faults,
      () => rules ?? { indent: this.length('parindent'), skip: this.length('parskip') },
      () => this.page.language
    );
  }

  /** The nodes of an input with the commands of \newcommand replaced, but not in groups: rows and items can be told apart. */
  expanded(input: Input): readonly Tex[] {
    const nodes: Tex[] = [];
    for (let node = input.next(); node; node = input.next()) {
      if (node.kind === 'command' && this.macros.has(node.name)) this.macros.expand(node.name, input, node.line);
      else nodes.push(node);
    }
    return nodes;
  }

  /** Sets everything that the input has. */
  run(input: Input, scope: Scope, flow: Flow): void {
    this.#depth += 1;
    for (let node = input.next(); node; node = input.next()) this.step(node, input, scope, flow);
    this.#depth -= 1;
  }

  /** Sets one node of the input, with what it takes from there. */
  step(node: Tex, input: Input, scope: Scope, flow: Flow): void {
    this.macros.spend(node.line);
    if (this.#depth > DEEPEST) this.faults.fatal(node.line, null, 'groups_too_deep', { most: DEEPEST });
    switch (node.kind) {
      case 'text':
        this.#text(node.text, node.line, scope, flow);
        return;
      case 'space':
        flow.space(scope.style);
        return;
      case 'paragraph_end':
        flow.breakParagraph(scope);
        return;
      case 'group':
        flow.barrier();
        this.#asGroup(() => this.run(new Input(node.body, this.faults), scope.inner(), flow));
        flow.barrier();
        return;
      case 'command':
        if (this.macros.has(node.name)) this.macros.expand(node.name, input, node.line);
        else this.#call(this.commands.get(node.name), node.name, `\\${node.name}`, node.line, input, scope, flow);
        return;
      case 'environment': {
        const inner = new Input(node.body, this.faults);
        const command = `\\begin{${node.name}}`;
        this.#asGroup(() =>
          this.#call(this.environments.get(node.name), node.name, command, node.line, inner, scope.inner(), flow)
        );
        return;
      }
      case 'math': {
        const inner = new Input(node.body, this.faults);
        const name = node.isDisplay ? 'displaymath' : 'math';
        this.#call(this.environments.get(name), name, node.isDisplay ? '\\[' : '$', node.line, inner, scope, flow);
      }
    }
  }

  #text(text: string, line: number, scope: Scope, flow: Flow): void {
    if (text === '~') flow.literal('\u00a0', scope.style);
    else if (text === '&') this.faults.add(line, '&', 'not_in_table', { write: '\\&' });
    else if (text === '^' || text === '_') {
      this.faults.add(line, text, 'only_in_formula', { write: text === '_' ? '\\_' : '\\^{}' });
    } else if (text === '#')
      this.faults.add(line, '#', 'only_in_definition', { definition: '\\newcommand', write: '\\#' });
    else flow.text(text, scope.style);
  }

  #call(
    command: Command | undefined,
    name: string,
    spelling: string,
    line: number,
    input: Input,
    scope: Scope,
    flow: Flow
  ): void {
    this.#depth += 1;
    if (command) command(new Call(this, input, scope, flow, name, spelling, line));
    else
      this.faults.add(line, spelling.startsWith('\\begin') ? '\\begin' : spelling, 'not_in_subset', {
        command: spelling
      });
    this.#depth -= 1;
  }
}

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

/** The lengths that every document begins with. */
export const FIRST_LENGTHS: Readonly<Record<string, number>> = {
  parindent: 15 * PT,
  parskip: 0,
  tabcolsep: 6 * PT,
  arrayrulewidth: 0.4 * PT,
  LTpre: 12 * PT,
  LTpost: 12 * PT,
  fboxsep: 3 * PT,
  fboxrule: 0.4 * PT
};
