import type { Faults } from './faults.ts';
import { LIMITS } from './limits.ts';

/** A stretch of source without environments of its own level, or an environment. */
export type Fragment =
  | { readonly kind: 'text'; readonly text: string; readonly line: number }
  | { readonly kind: 'environment'; readonly name: string; readonly line: number; readonly content: Fragment[] };

type Open = { readonly what: string; readonly line: number; readonly isMath: boolean };

/** The parser takes a third of a second for the longest source: in pieces of this size, other work has its turn. */
const PIECE = 6_000;

/**
 * Checks size, nesting, and that every brace, formula and environment is closed in order: the parser would try all
 * readings of a source in which one is not. Divides the source into environments and short pieces between them.
 */
export function scanSource(source: string, faults: Faults, mostBytes: number = LIMITS.sourceBytes): Fragment[] {
  if (Buffer.byteLength(source) > mostBytes) {
    faults.fatal(1, null, 'source_too_long', { most: mostBytes / 1024 });
  }
  const root: Fragment[] = [];
  const environments: { name: string; line: number; content: Fragment[] }[] = [{ name: '', line: 1, content: root }];
  const open: Open[] = [];
  // Braces and formulas since the innermost divided environment; within them nothing is divided.
  let depth = 0;
  let line = 1;
  let from = 0;
  let fromLine = 1;
  const take = (to: number) => {
    if (to > from) environments.at(-1)?.content.push({ kind: 'text', text: source.slice(from, to), line: fromLine });
  };
  const opens = (what: string, isMath: boolean) => {
    open.push({ what, line, isMath });
    depth += 1;
    if (open.length + environments.length > LIMITS.nesting) {
      faults.fatal(line, null, 'nested_too_deep', { most: LIMITS.nesting });
    }
  };
  const closes = (what: string, closing: string) => {
    const last = open.pop();
    if (last?.what !== what) {
      if (last) faults.fatal(line, null, 'not_closed_before', { opened: last.what, from: last.line, closing });
      faults.fatal(line, null, 'closes_nothing', { closing });
    }
    depth -= 1;
  };
  const token = /\\(?:begin|end)\s*\{([^{}\\%]*)\}|\\[a-zA-Z@]+|\\[^]|\n|%[^\n]*\n?[ \t]*|[{}]|\$\$?/gu;
  for (let match = token.exec(source); match; match = token.exec(source)) {
    const [found, name] = match;
    if (found === '\n') {
      line += 1;
      if (
        depth === 0 &&
        match.index - from > PIECE &&
        source[match.index + 1] !== '\n' &&
        !/^\s/u.test(source.slice(match.index + 1, match.index + 2))
      ) {
        take(match.index + 1);
        from = match.index + 1;
        fromLine = line;
      }
    } else if (found.startsWith('%')) {
      if (found.includes('\n')) line += 1;
    } else if (found === '{') opens('{', false);
    else if (found === '}') closes('{', '}');
    else if (found.startsWith('$')) {
      const isInside = open.at(-1)?.what === '$';
      const mark = isInside ? '$' : found;
      if (isInside && found === '$$') token.lastIndex -= 1;
      if (open.at(-1)?.what === mark) closes(mark, mark);
      else opens(mark, true);
    } else if (found === '\\(' || found === '\\[') opens(found, true);
    else if (found === '\\)' || found === '\\]') closes(found === '\\)' ? '\\(' : '\\[', found);
    else if (name !== undefined && found.startsWith('\\begin')) {
      refuseVerbatim(name.trim(), line, faults);
      if (depth === 0) {
        take(match.index);
        const content: Fragment[] = [];
        environments.at(-1)?.content.push({ kind: 'environment', name: name.trim(), line, content });
        environments.push({ name: name.trim(), line, content });
        from = token.lastIndex;
        fromLine = line;
        if (open.length + environments.length > LIMITS.nesting) {
          faults.fatal(line, null, 'nested_too_deep', { most: LIMITS.nesting });
        }
      } else opens(`\\begin{${name.trim()}}`, false);
    } else if (name !== undefined) {
      const closing = `\\end{${name.trim()}}`;
      if (depth > 0) closes(`\\begin{${name.trim()}}`, closing);
      else {
        take(match.index);
        const last = environments.pop();
        if (!last || environments.length === 0) faults.fatal(line, '\\end', 'closes_nothing', { closing });
        if (last.name !== name.trim()) {
          const opened = `\\begin{${last.name}}`;
          faults.fatal(line, '\\end', 'not_closed_before', { opened, from: last.line, closing });
        }
        from = token.lastIndex;
        fromLine = line;
        if (last.name === 'document') return root;
      }
    } else if (/^\\(?:verb|lstinline|mint)/u.test(found) || found === '\\begin' || found === '\\end') {
      faults.fatal(line, found, 'not_in_subset');
    }
    if (found.startsWith('\\') && found.includes('\n')) line += found.split('\n').length - 1;
  }
  const unclosed = open.at(-1);
  if (unclosed) faults.fatal(unclosed.line, null, 'not_closed', { opened: unclosed.what });
  const environment = environments.at(-1);
  if (environment && environments.length > 1) {
    faults.fatal(environment.line, '\\begin', 'not_closed', { opened: `\\begin{${environment.name}}` });
  }
  take(source.length);
  return root;
}

/** Environments whose content is not LaTeX: the parser would read it as it is. */
function refuseVerbatim(name: string, line: number, faults: Faults): void {
  if (/^(?:verbatim|lstlisting|comment|minted|filecontents|alltt|Verbatim)/u.test(name)) {
    faults.fatal(line, '\\begin', 'not_in_subset', { command: `\\begin{${name}}` });
  }
}
