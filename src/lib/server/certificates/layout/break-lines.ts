import type { Inline } from '../document/blocks.ts';
import type { InlineContent, PageFields, TextDefaults } from './drawing.ts';
import { emptyPiece, shape, type Piece, type RunStyle } from './shape.ts';

export type Line = {
  readonly pieces: readonly Piece[];
  readonly width: number;
  /** Empty height below it. */
  readonly space: number;
  /** The author ended it, or the paragraph: its spaces do not grow. */
  readonly isLast: boolean;
};

type Word = { readonly pieces: Piece[]; width: number };
type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'space'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'gap'; readonly piece: Piece }
  | { readonly kind: 'skip'; readonly height: number }
  | { readonly kind: 'break' };

/**
 * Breaks content into lines no wider than `width`, at spaces; a word that is wider than a line is broken after one of
 * -/_.,:@ or, failing that, anywhere. No-break spaces never break. `bold` makes the whole content bold.
 */
export function breakLines(
  content: InlineContent,
  width: number,
  text: TextDefaults,
  fields: PageFields | null,
  bold = false
): readonly Line[] {
  const lines: Line[] = [];
  let line: JoinedPiece[] = [];
  let used = 0;
  let pending: readonly Piece[] = [];
  let space = 0;
  // A gap at the start of a line that was broken for lack of room is dropped, one that an author began a line with is not.
  let isFresh = true;
  const close = (isLast: boolean) => {
    lines.push({ pieces: line, width: used, space, isLast });
    line = [];
    used = 0;
    pending = [];
    space = 0;
    isFresh = isLast;
  };
  const place = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      append(line, piece);
      used += piece.width;
    }
  };
  for (const token of tokens(content, text, fields, bold)) {
    if (token.kind === 'break') {
      // A gap that fills its line does so at its end, too.
      if (pending.some((piece) => piece.gap)) place(pending);
      close(true);
    } else if (token.kind === 'space') {
      if (line.length > 0 || pending.length > 0) pending = [...pending.filter((piece) => piece.gap), ...token.pieces];
    } else if (token.kind === 'gap') {
      if (line.length > 0 || isFresh) pending = [...pending, token.piece];
    } else if (token.kind === 'skip') space += token.height;
    else {
      const between = pending.reduce((sum, piece) => sum + piece.width, 0);
      if (line.length > 0 && used + between + token.word.width > width + 0.01) close(false);
      place(pending);
      pending = [];
      if (token.word.width <= width + 0.01 || token.word.pieces.some((piece) => piece.placed)) place(token.word.pieces);
      else {
        for (const part of cutToWidth(token.word.pieces, width)) {
          if (line.length > 0) close(false);
          place(part);
        }
      }
    }
  }
  if (pending.some((piece) => piece.gap)) place(pending);
  if (line.length > 0 || lines.length === 0) close(true);
  return lines;
}

/** The width of content on one line (of its widest line, if it has line breaks), and of its widest word. */
export function naturalWidths(
  content: InlineContent,
  text: TextDefaults,
  bold: boolean
): { line: number; word: number } {
  let line = 0;
  let word = 0;
  let current = 0;
  for (const token of tokens(content, text, null, bold)) {
    if (token.kind === 'break') current = 0;
    else if (token.kind === 'space') for (const piece of token.pieces) current += piece.width;
    else if (token.kind === 'gap') current += token.piece.width;
    else if (token.kind === 'word') {
      current += token.word.width;
      word = Math.max(word, token.word.width);
    }
    line = Math.max(line, current);
  }
  return { line, word };
}

function tokens(
  content: InlineContent,
  text: TextDefaults,
  fields: PageFields | null,
  bold: boolean
): readonly Token[] {
  const found: Token[] = [];
  let word: Word | null = null;
  for (const run of typeof content === 'string' ? [{ kind: 'text', text: content } as const] : content) {
    if (run.kind === 'line_break') {
      word = null;
      found.push({ kind: 'break' });
      continue;
    }
    if (run.kind === 'gap') {
      word = null;
      const fills = run.width === 'fill';
      const piece = emptyPiece(run.width === 'fill' ? 0 : run.width, { gap: { fills, leader: run.leader } });
      found.push({ kind: 'gap', piece });
      continue;
    }
    if (run.kind === 'skip') {
      found.push(run);
      continue;
    }
    if (run.kind === 'placed') {
      if (word === null) {
        word = { pieces: [], width: 0 };
        found.push({ kind: 'word', word });
      }
      word.pieces.push(run.piece);
      word.width += run.piece.width;
      continue;
    }
    if (run.kind !== 'text' && run.kind !== 'field')
      throw new Error(`A ${run.kind} was not placed before lines were broken`);
    const style = styleOf(run, text, bold);
    for (const part of textOf(run, fields).split(/( +)/u)) {
      if (part === '') continue;
      const pieces = shape(part, style);
      if (part.startsWith(' ')) {
        word = null;
        found.push({ kind: 'space', pieces });
        continue;
      }
      if (word === null) {
        word = { pieces: [], width: 0 };
        found.push({ kind: 'word', word });
      }
      for (const piece of pieces) {
        word.pieces.push(piece);
        word.width += piece.width;
      }
    }
  }
  return found;
}

type Letters = Extract<Inline, { kind: 'text' | 'field' }>;

function textOf(run: Letters, fields: PageFields | null): string {
  if (run.kind === 'text') return run.text.replace(/[\t\r\n]+/gu, ' ');
  const number = fields?.[run.field] ?? null;
  if (number === null) throw new Error('Page numbers can be printed in headers and footers only');
  return String(number);
}

const SCRIPT_SIZE = 0.7;
const SCRIPT_RISE = { sub: -0.16, super: 0.36 } as const;

function styleOf(run: Letters, text: TextDefaults, bold: boolean): RunStyle {
  const size = run.size ?? text.size;
  return {
    bold: bold || run.bold === true,
    italic: run.italic === true,
    size: run.script ? size * SCRIPT_SIZE : size,
    rise: run.script ? size * SCRIPT_RISE[run.script] : 0,
    color: run.color ?? text.color,
    underline: run.underline,
    link: run.link
  };
}

/** A line's own: it grows word by word. */
type JoinedPiece = { -readonly [Key in keyof Piece]: Piece[Key] };

/** Adds a piece to a line, joined to the last one if they have the same style. */
function append(line: JoinedPiece[], piece: Piece): void {
  const last = line.at(-1);
  if (
    last &&
    last.face === piece.face &&
    last.size === piece.size &&
    last.rise === piece.rise &&
    last.color === piece.color &&
    last.underline === piece.underline &&
    last.link === piece.link &&
    piece.text !== '' &&
    last.text !== ''
  ) {
    last.text += piece.text;
    last.width += piece.width;
  } else line.push({ ...piece });
}

function cutToWidth(pieces: readonly Piece[], width: number): Piece[][] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let room = width;
  for (const piece of pieces) {
    let rest = piece;
    while (rest.width > room + 0.01) {
      const [head, tail] = cut(rest, room, { alone: part.length === 0, line: width });
      if (head) part.push(head);
      parts.push(part);
      part = [];
      room = width;
      rest = tail;
    }
    part.push(rest);
    room -= rest.width;
  }
  parts.push(part);
  return parts.filter((pieces) => pieces.length > 0);
}

/** Cuts a piece so that its head fits; at least one character long where it stands alone. @param line the width of a whole one */
function cut(
  piece: Piece,
  room: number,
  { alone, line }: { readonly alone: boolean; readonly line: number }
): [Piece | null, Piece] {
  let used = 0;
  let end = 0;
  let afterMark = 0;
  for (let i = 0; i < piece.text.length; i += 1) {
    used += ((piece.face.advance(piece.text.charCodeAt(i)) ?? 0) * piece.size) / 1000;
    if (used > room) break;
    end = i + 1;
    if ('-/_.,:@'.includes(piece.text.charAt(i))) afterMark = i + 1;
  }
  if (afterMark > 0) end = afterMark;
  if (end === 0 && alone) end = 1;
  if (end === 0) return [null, piece];
  if (end >= piece.text.length) end = piece.text.length - 1 || 1;
  return [withText(piece, piece.text.slice(0, end)), withText(piece, piece.text.slice(end), 2 * line)];
}

/** @param most no matter by how much it is wider: the rest of a long word is not measured again with each of its lines */
function withText(piece: Piece, text: string, most = Infinity): Piece {
  let width = 0;
  for (let i = 0; i < text.length && width <= most; i += 1)
    width += ((piece.face.advance(text.charCodeAt(i)) ?? 0) * piece.size) / 1000;
  return { ...piece, text, width };
}
