import { Call, type Command } from './call.ts';
import { DocumentState } from './document-state.ts';
import type { LatexFacts } from './facts.ts';
import type { Faults } from './faults.ts';
import { Flow, type ParagraphRules } from './flow.ts';
import { Input } from './input.ts';
import { Labels } from './labels.ts';
import type { Tex } from './parse-source.ts';
import type { Scope } from './style.ts';

/** Groups, arguments and environments that are being set inside each other; more than the source may have by itself. */
const DEEPEST = 150;

/** Runs the nodes of a source one after another: each goes into a flow, or to the command that it names. */
export class Engine extends DocumentState {
  readonly commands: ReadonlyMap<string, Command>;
  readonly environments: ReadonlyMap<string, Command>;
  #depth = 0;

  constructor(
    faults: Faults,
    facts: LatexFacts,
    commands: ReadonlyMap<string, Command>,
    environments: ReadonlyMap<string, Command>,
    labels = new Labels(null),
    mostNodes?: number
  ) {
    super(faults, facts, labels, mostNodes);
    this.commands = commands;
    this.environments = environments;
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
        this.asGroup(() => this.run(new Input(node.body, this.faults), scope.inner(), flow));
        flow.barrier();
        return;
      case 'command':
        if (this.macros.has(node.name)) this.macros.expand(node.name, input, node.line);
        else this.#call(this.commands.get(node.name), node.name, `\\${node.name}`, node.line, input, scope, flow);
        return;
      case 'environment': {
        const inner = new Input(node.body, this.faults);
        const command = `\\begin{${node.name}}`;
        this.asGroup(() =>
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
