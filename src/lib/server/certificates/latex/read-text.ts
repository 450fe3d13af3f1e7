import { readByGrammar } from './read-by-grammar.ts';
import { isAfterWord, textParts, type Tex } from './tex.ts';

/** What makes a piece of source more than text, commands, groups and formulas. */
const OTHER = /[%\r\0]|\\(?:verb|lst|mint|filecontents|comment)/u;
const ESCAPED = /\\[\\%]/gu;

const MARKS = String.raw`.,;:\-*\/()!?=+<>[\]${'`'}'"~`;
/** What comes next, in the order in which it is tried; the names say what it is. */
const NEXT = new RegExp(
  [
    String.raw`\\begin\{(?<begins>[a-zA-Z]+)\}`,
    String.raw`\\end\{(?<ends>[a-zA-Z]+)\}`,
    String.raw`(?<other>\\(?:begin|end)(?![a-zA-Z])|\\begin\{|\\end\{)`,
    String.raw`(?<formula>\\[([]|\$\$?)`,
    String.raw`\\(?<command>[a-zA-Z]+|[\0-\ud7ff\ue000-\uffff])`,
    String.raw`(?<opens>\{)`,
    String.raw`(?<closes>\})`,
    String.raw`(?<paragraph>[ \t]*\n(?:[ \t]*\n)+[ \t]*)`,
    String.raw`(?<space>[ \t]+(?:\n[ \t]*)?|\n[ \t]*)`,
    // Numbers are read whole, then marks one by one, then words whole.
    String.raw`(?<text>[&#]|\d+\.\d+|\.\d+|\d+\.|[${MARKS}]|[^\\{}$&\n# \t${MARKS}]+)`
  ].join('|'),
  'uy'
);
/** Environments whose content is a formula, or not LaTeX. */
const NOT_TEXT =
  /^(?:equation|align|alignat|gather|multline|flalign|split|math|displaymath|minted|verbatim|filecontents|comment|lstlisting)$/u;

/** An environment that has begun, or a group, which has no name; `outer` is where it goes. */
type Open = { readonly name: string; readonly line: number; readonly outer: Tex[] };

/**
 * Reads source as the grammar of unified-latex does, in a tenth of its time, if it has no comments and nothing verbatim; formulas
 * are left to the grammar. Most of a certificate is such text. @returns false, with nothing read, if it is not.
 */
export function readText(source: string, firstLine: number, into: Tex[]): boolean {
  if (OTHER.test(source.replace(ESCAPED, ''))) return false;
  const before = into.length;
  const refused = () => {
    into.length = before;
    return false;
  };
  const open: Open[] = [];
  let nodes = into;
  let line = firstLine;
  let at = 0;
  while (at < source.length) {
    const from = at;
    NEXT.lastIndex = from;
    const groups = NEXT.exec(source)?.groups;
    if (!groups || groups.other !== undefined) return refused();
    at = NEXT.lastIndex;
    if (groups.text !== undefined) {
      for (const text of textParts(groups.text)) nodes.push({ kind: 'text', text, line });
    } else if (groups.space !== undefined) {
      if (!isAfterWord(nodes)) nodes.push({ kind: 'space', line });
      if (groups.space.includes('\n')) line += 1;
    } else if (groups.command !== undefined) {
      nodes.push({ kind: 'command', name: groups.command, line });
      if (groups.command === '\n') line += 1;
    } else if (groups.paragraph !== undefined) {
      nodes.push({ kind: 'paragraph_end', line });
      line += groups.paragraph.split('\n').length - 1;
    } else if (groups.formula !== undefined) {
      const to = endOfFormula(source, at, groups.formula);
      if (to === undefined) return refused();
      const formula = source.slice(from, to);
      readByGrammar(formula, line, nodes);
      line += formula.split('\n').length - 1;
      at = to;
    } else if (groups.begins !== undefined || groups.opens !== undefined) {
      const { begins: name = '' } = groups;
      if (NOT_TEXT.test(name)) return refused();
      open.push({ name, line, outer: nodes });
      nodes = [];
    } else {
      const last = open.pop();
      const { ends: name = '' } = groups;
      if (last?.name !== name) return refused();
      const begun = { body: nodes, line: last.line };
      last.outer.push(name === '' ? { kind: 'group', ...begun } : { kind: 'environment', name, ...begun });
      nodes = last.outer;
    }
  }
  return open.length === 0 || refused();
}

const CLOSING: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** Behind the mark that closes a formula: braces may hold others. */
function endOfFormula(source: string, from: number, opening: string): number | undefined {
  const closing = CLOSING[opening];
  const token = /\\[^]|[{}]|\$\$?/gu;
  token.lastIndex = from;
  for (let depth = 0, found = token.exec(source); found; found = token.exec(source)) {
    const [mark] = found;
    if (mark === '{') depth += 1;
    else if (mark === '}') depth -= 1;
    else if (depth === 0 && mark.startsWith('$') && closing === '$') return found.index + 1;
    else if (depth === 0 && mark === closing) return token.lastIndex;
    if (depth < 0) return undefined;
  }
  return undefined;
}
