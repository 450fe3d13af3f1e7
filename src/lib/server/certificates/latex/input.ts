import type { Faults } from './faults.ts';
import type { Tex } from './parse-source.ts';

/** Source that is being read; a called command puts its text in front of the rest. */
export class Input {
  readonly #stack: { readonly nodes: readonly Tex[]; at: number }[] = [];
  readonly #faults: Faults;

  constructor(nodes: readonly Tex[], faults: Faults) {
    this.#faults = faults;
    this.push(nodes);
  }

  peek(): Tex | undefined {
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      const node = top.nodes[top.at];
      if (node) return node;
      this.#stack.pop();
    }
    return undefined;
  }

  next(): Tex | undefined {
    const node = this.peek();
    const top = this.#stack.at(-1);
    if (node && top) top.at += 1;
    return node;
  }

  push(nodes: readonly Tex[]): void {
    this.#stack.push({ nodes, at: 0 });
  }

  skipSpaces(): void {
    while (this.peek()?.kind === 'space') this.next();
  }

  /** Everything that is left. */
  rest(): readonly Tex[] {
    const all: Tex[] = [];
    for (let node = this.next(); node; node = this.next()) all.push(node);
    return all;
  }

  /** True if the next character is this one, which is taken. */
  takes(character: string): boolean {
    const node = this.peek();
    if (node?.kind !== 'text' || !node.text.startsWith(character)) return false;
    this.next();
    if (node.text.length > character.length) this.push([{ ...node, text: node.text.slice(character.length) }]);
    return true;
  }

  /** A group's content, or one character or command. */
  argument(command: string, line: number): readonly Tex[] {
    this.skipSpaces();
    const node = this.next();
    if (!node || node.kind === 'paragraph_end' || (node.kind === 'text' && node.text === '&')) {
      return this.#faults.fatal(line, command, 'needs_argument');
    }
    if (node.kind === 'group') return node.body;
    if (node.kind !== 'text') return [node];
    const [first = ''] = node.text;
    if (node.text.length > first.length) this.push([{ ...node, text: node.text.slice(first.length) }]);
    return [{ ...node, text: first }];
  }

  /** The content of brackets, or null if none follow. */
  optional(command: string, line: number): readonly Tex[] | null {
    const skipped: Tex[] = [];
    for (let node = this.peek(); node?.kind === 'space'; node = this.peek()) {
      skipped.push(node);
      this.next();
    }
    const first = this.peek();
    if (first?.kind !== 'text' || first.text !== '[') {
      this.push(skipped);
      return null;
    }
    this.next();
    const content: Tex[] = [];
    for (let depth = 0; ;) {
      const node = this.next();
      if (!node || node.kind === 'paragraph_end') this.#faults.fatal(line, command, 'option_not_closed');
      if (node.kind === 'text' && node.text === '[') depth += 1;
      if (node.kind === 'text' && node.text === ']') {
        if (depth === 0) return content;
        depth -= 1;
      }
      content.push(node);
    }
  }
}

/** Source as it was written, for names, lengths and options. */
export function written(nodes: readonly Tex[]): string {
  return nodes
    .map((node): string => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'space' || node.kind === 'paragraph_end') return ' ';
      if (node.kind === 'command') return /^[a-zA-Z@]/u.test(node.name) ? `\\${node.name} ` : `\\${node.name}`;
      if (node.kind === 'group') return `{${written(node.body)}}`;
      if (node.kind === 'math') return `$${written(node.body)}$`;
      return `\\begin{${node.name}}${written(node.body)}\\end{${node.name}}`;
    })
    .join('')
    .trim();
}
