import { parseMinimal } from '@unified-latex/unified-latex-util-parse';
import type { Ast } from './ast.ts';
import type { Pause } from '#lib/server/turns/take-turns.ts';
import { LatexError, latexFault, type Faults } from './faults.ts';
import { scanSource, type Fragment } from './scan-source.ts';

/** A piece of source. Text has no spaces; characters with a meaning to LaTeX are texts of their own. */
export type Tex =
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'space'; readonly line: number }
  | { readonly kind: 'paragraph_end'; readonly line: number }
  | { readonly kind: 'command'; readonly name: string; readonly line: number }
  | { readonly kind: 'group'; readonly body: readonly Tex[]; readonly line: number }
  | { readonly kind: 'environment'; readonly name: string; readonly body: readonly Tex[]; readonly line: number }
  | { readonly kind: 'math'; readonly isDisplay: boolean; readonly body: readonly Tex[]; readonly line: number };

/** Parses a source, yielding to other work. Throws LatexError if it is too long or not balanced. */
export async function parseSource(source: string, faults: Faults, pause: Pause): Promise<readonly Tex[]> {
  return parseFragments(scanSource(source.replace(/\r\n?/gu, '\n'), faults), pause);
}

/** Parses a part of a source that was written out, an option for example. */
export function parseSnippet(text: string, line: number): readonly Tex[] {
  const parsed: Tex[] = [];
  convert(parseMinimal(text).content as unknown as readonly Ast[], line - 1, parsed);
  return parsed;
}

async function parseFragments(fragments: readonly Fragment[], pause: Pause): Promise<readonly Tex[]> {
  const parsed: Tex[] = [];
  for (const fragment of fragments) {
    if (fragment.kind === 'text') {
      convert(parseMinimal(fragment.text).content as unknown as readonly Ast[], fragment.line - 1, parsed);
    } else {
      const { name, line } = fragment;
      parsed.push({ kind: 'environment', name, line, body: await parseFragments(fragment.content, pause) });
    }
    await pause();
  }
  return parsed;
}

const PARTS = /[[\]&~^_#*]|[^[\]&~^_#*]+/gu;
const WORD = /^[a-zA-Z@]+$/u;

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
        for (const text of node.content.match(PARTS) ?? []) into.push({ kind: 'text', text, line });
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

/** LaTeX skips spaces after a command of letters. */
function isAfterWord(into: readonly Tex[]): boolean {
  const last = into.at(-1);
  return last?.kind === 'command' && WORD.test(last.name);
}
