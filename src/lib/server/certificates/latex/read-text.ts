import { readByGrammar } from './read-by-grammar.ts';
import { isAfterWord, textParts, type Tex } from './tex.ts';

/** What makes a piece of source more than text, commands, groups and formulas. */
const OTHER = /[%\r\0]|\\(?:verb|lst|mint|filecontents|comment)/u;
const ESCAPED = /\\[\\%]/gu;

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
    String.raw`(?<text>[&#]|\d+\.\d+|\.\d+|\d+\.)`,
    String.raw`(?<space>[ \t]+(?:\n[ \t]*)?|\n[ \t]*)`,
    // Marks are read one by one, words whole.
    String.raw`(?<mark>[.,;:\-*\/()!?=+<>[\]${'`'}'"~])`,
    String.raw`(?<word>[^\\{}$&\n# \t.,;:\-*\/()!?=+<>[\]${'`'}'"~]+)`
  ].join('|'),
  'uy'
);
/** Environments whose content is a formula, or not LaTeX. */
const NOT_TEXT =
  /^(?:equation|align|alignat|gather|multline|flalign|split|math|displaymath|minted|verbatim|filecontents|comment|lstlisting)$/u;

type Open = { readonly closing: string; readonly line: number; readonly name: string; readonly outer: Tex[] };

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
    NEXT.lastIndex = at;
    const groups = NEXT.exec(source)?.groups;
    if (!groups || groups.other !== undefined) return refused();
    const end = NEXT.lastIndex;
    if (groups.word !== undefined) addText(groups.word, line, nodes);
    else if (groups.space !== undefined) {
      if (!isAfterWord(nodes)) nodes.push({ kind: 'space', line });
      if (groups.space.includes('\n')) line += 1;
    } else if (groups.command !== undefined) {
      nodes.push({ kind: 'command', name: groups.command, line });
      if (groups.command === '\n') line += 1;
    } else if (groups.mark !== undefined) addText(groups.mark, line, nodes);
    else if (groups.text !== undefined) addText(groups.text, line, nodes);
    else if (groups.paragraph !== undefined) {
      nodes.push({ kind: 'paragraph_end', line });
      line += groups.paragraph.split('\n').length - 1;
    } else if (groups.formula !== undefined) {
      const to = endOfFormula(source, end, groups.formula);
      if (to === undefined) return refused();
      const formula = source.slice(at, to);
      readByGrammar(formula, line, nodes);
      line += formula.split('\n').length - 1;
      NEXT.lastIndex = to;
      at = to;
      continue;
    } else if (groups.begins !== undefined) {
      if (NOT_TEXT.test(groups.begins)) return refused();
      open.push({ closing: groups.begins, line, name: groups.begins, outer: nodes });
      nodes = [];
    } else if (groups.opens !== undefined) {
      open.push({ closing: '}', line, name: '', outer: nodes });
      nodes = [];
    } else {
      const last = open.pop();
      if (last?.closing !== (groups.ends ?? '}')) return refused();
      const { name, outer } = last;
      if (name === '') outer.push({ kind: 'group', body: nodes, line: last.line });
      else outer.push({ kind: 'environment', name, body: nodes, line: last.line });
      nodes = outer;
    }
    at = end;
  }
  return open.length === 0 || refused();
}

function addText(text: string, line: number, into: Tex[]): void {
  for (const part of textParts(text)) into.push({ kind: 'text', text: part, line });
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
