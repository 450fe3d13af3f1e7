/**
 * Lines of a template through its filling. Marks of private-use characters, which no value contains, name the line that
 * the following text is from; a line with nothing but control tags leaves nothing, not even its end.
 */
const LINE = '\ue000';
const END = '\ue001';
const GONE = '\ue002';
/** A comment (it may hold tags), an output or a control tag, one that does not end, or a line's end. Quoted strings in outputs may hold braces. */
const PIECE =
  /\\#\{(?:[^{}]|\{[^{}]*\})*\}|\\VAR\{(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[^}"'])*\}|\\BLOCK\{[^}]*\}|\\(?:VAR|BLOCK)\{|\n/gu;

/** A template with its comments removed and its lines marked. It has the same number of lines. */
export function markLines(template: string): string {
  const source = template.replace(/\r\n?/gu, '\n').replace(/[\ue000-\ue002]/gu, '');
  const breaks = /\n/gu;
  let line = 1;
  let from = 0;
  const lines: string[] = [];
  let current = mark(1);
  // What the current line has besides control tags and comments.
  let rest = '';
  let hasTag = false;
  const endLine = () => {
    lines.push(hasTag && rest.trim() === '' ? current + GONE : current);
    current = mark(line);
    rest = '';
    hasTag = false;
  };
  for (const found of source.matchAll(PIECE)) {
    const [piece] = found;
    // The template is refused there: what follows needs no marks, and is not searched again for every tag that begins in it.
    if (piece.endsWith('{')) break;
    const before = source.slice(from, found.index);
    current += before;
    rest += before;
    from = found.index + piece.length;
    if (piece === '\n') {
      line += 1;
      endLine();
      continue;
    }
    const inside = piece.match(breaks)?.length ?? 0;
    line += inside;
    if (piece.startsWith('\\#')) {
      hasTag = true;
      // The end of a line within a comment is kept as one that vanishes.
      for (let i = 0; i < inside; i += 1) current += `${GONE}\n`;
      current += mark(line);
    } else {
      current += piece + mark(line);
      if (piece.startsWith('\\VAR')) rest += piece;
      else hasTag = true;
    }
  }
  current += source.slice(from);
  rest += source.slice(from);
  lines.push(hasTag && rest.trim() === '' ? current + GONE : current);
  return lines.join('\n');
}

const mark = (line: number): string => `${LINE}${line}${END}`;

export type Filled = {
  readonly source: string;
  /** The template's line from which a line of the source is, both from 1. */
  readonly lineOf: (line: number) => number;
};

/** The filled template without marks, and where each of its lines is from: its first text decides. */
export function readMarks(filled: string): Filled {
  const origins: number[] = [];
  let last = 1;
  const out: string[] = [];
  for (const text of filled.replace(/\ue002(?:\n|$)/gu, '').split('\n')) {
    let first: number | undefined;
    let clean = '';
    let hasText = false;
    // Each piece but the first begins with the number of its line.
    for (const [index, piece] of text.split(LINE).entries()) {
      const end = index === 0 ? -1 : piece.indexOf(END);
      if (index > 0) {
        last = Number(piece.slice(0, end));
        if (first === undefined || !hasText) first = last;
      }
      const words = piece.slice(end + 1);
      clean += words;
      hasText ||= words.trim() !== '';
    }
    out.push(clean);
    origins.push(first ?? last);
  }
  return { source: out.join('\n'), lineOf: (line) => origins[line - 1] ?? last };
}
