import { parseMinimal } from '@unified-latex/unified-latex-util-parse';
import type { Ast } from './ast.ts';
import { LatexError, latexFault } from './faults.ts';
import { isAfterWord, textParts, type Tex } from './tex.ts';

/** Reads a piece of source by the grammar of unified-latex: all of LaTeX's syntax. */
export function readByGrammar(source: string, line: number, into: Tex[]): void {
  convert(parsed(source), line - 1, into);
}

/** In letters, of all pieces together: a tree takes some hundred times as much memory as its source. */
const KEPT = 64 * 1024;
const kept = new Map<string, readonly Ast[]>();
let keptLetters = 0;

/** Parses a piece, or remembers it: preambles and formulas are the same in most certificates by a template. */
function parsed(source: string): readonly Ast[] {
  const found = kept.get(source);
  const tree = found ?? (parseMinimal(source).content as unknown as readonly Ast[]);
  if (source.length > KEPT / 4) return tree;
  kept.delete(source);
  kept.set(source, tree);
  if (!found) keptLetters += source.length;
  for (const oldest of kept.keys()) {
    if (keptLetters <= KEPT) break;
    kept.delete(oldest);
    keptLetters -= oldest.length;
  }
  return tree;
}

/** The parser's nodes in our form; `before` lines precede them in the source. */
function convert(nodes: readonly Ast[], before: number, into: Tex[]): void {
  let lastLine = before + 1;
  for (const node of nodes) {
    const line = node.position ? before + node.position.start.line : lastLine;
    lastLine = line;
    const inner = (body: readonly Ast[]): readonly Tex[] => {
      const converted: Tex[] = [];
      convert(body, before, converted);
      return converted;
    };
    switch (node.type) {
      case 'string':
        for (const text of textParts(node.content)) into.push({ kind: 'text', text, line });
        break;
      case 'whitespace':
        if (!isAfterWord(into)) into.push({ kind: 'space', line });
        break;
      case 'comment':
        if (node.leadingWhitespace === true && node.sameline === true && !isAfterWord(into))
          into.push({ kind: 'space', line });
        break;
      case 'parbreak':
        into.push({ kind: 'paragraph_end', line });
        break;
      case 'macro':
        if (node.escapeToken === '') into.push({ kind: 'text', text: node.content, line });
        else into.push({ kind: 'command', name: node.content, line });
        break;
      case 'group':
        into.push({ kind: 'group', body: inner(node.content), line });
        break;
      case 'environment':
      case 'mathenv':
        into.push({ kind: 'environment', name: nameOf(node.env), body: inner(node.content), line });
        break;
      case 'inlinemath':
      case 'displaymath':
        into.push({ kind: 'math', isDisplay: node.type === 'displaymath', body: inner(node.content), line });
        break;
      default:
        // Text that is printed as it is written.
        throw new LatexError([latexFault(line, null, 'not_in_subset', { command: '\\verb' })]);
    }
  }
}

const nameOf = (env: string | { readonly content: string }): string =>
  (typeof env === 'string' ? env : env.content).trim();
