import type { Inline } from '../document/blocks.ts';
import type { InlineContent, PageFields, TextDefaults } from './drawing.ts';
import { shape, type Piece, type RunStyle } from './shape.ts';

export type Line = { readonly pieces: readonly Piece[]; readonly width: number };

type Word = { readonly pieces: Piece[]; width: number };
type Token =
  | { readonly kind: 'word'; readonly word: Word }
  | { readonly kind: 'space'; readonly pieces: readonly Piece[] }
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
  let line: Piece[] = [];
  let used = 0;
  let pending: readonly Piece[] = [];
  const close = () => {
    lines.push({ pieces: line, width: used });
    line = [];
    used = 0;
    pending = [];
  };
  const place = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      append(line, piece);
      used += piece.width;
    }
  };
  for (const token of tokens(content, text, fields, bold)) {
    if (token.kind === 'break') close();
    else if (token.kind === 'space') pending = line.length === 0 ? [] : token.pieces;
    else {
      const space = pending.reduce((sum, piece) => sum + piece.width, 0);
      if (line.length > 0 && used + space + token.word.width > width + 0.01) close();
      place(pending);
      pending = [];
      if (token.word.width <= width + 0.01) place(token.word.pieces);
      else {
        for (const part of cutToWidth(token.word.pieces, width)) {
          if (line.length > 0) close();
          place(part);
        }
      }
    }
  }
  if (line.length > 0 || lines.length === 0) close();
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
    else {
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

function textOf(run: Exclude<Inline, { kind: 'line_break' }>, fields: PageFields | null): string {
  if (run.kind === 'text') return run.text.replace(/[\t\r\n]+/gu, ' ');
  if (fields === null) throw new Error('Page numbers can be printed in headers and footers only');
  return String(fields[run.field]);
}

const SCRIPT_SIZE = 0.7;
const SCRIPT_RISE = { sub: -0.16, super: 0.36 } as const;

function styleOf(run: Exclude<Inline, { kind: 'line_break' }>, text: TextDefaults, bold: boolean): RunStyle {
  if (run.kind === 'field') return { bold, italic: false, size: text.size, rise: 0, color: text.color };
  const size = run.size ?? text.size;
  return {
    bold: bold || run.bold === true,
    italic: run.italic === true,
    size: run.script ? size * SCRIPT_SIZE : size,
    rise: run.script ? size * SCRIPT_RISE[run.script] : 0,
    color: run.color ?? text.color
  };
}

/** Adds a piece to a line, joined to the last one if they have the same style. */
function append(line: Piece[], piece: Piece): void {
  const last = line.at(-1);
  if (
    last &&
    last.face === piece.face &&
    last.size === piece.size &&
    last.rise === piece.rise &&
    last.color === piece.color
  ) {
    line[line.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
  } else line.push(piece);
}

function cutToWidth(pieces: readonly Piece[], width: number): Piece[][] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let room = width;
  for (const piece of pieces) {
    let rest = piece;
    while (rest.width > room + 0.01) {
      const [head, tail] = cut(rest, room, part.length === 0);
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

/** Cuts a piece so that its head fits; at least one character long where it stands alone. */
function cut(piece: Piece, room: number, alone: boolean): [Piece | null, Piece] {
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
  return [withText(piece, piece.text.slice(0, end)), withText(piece, piece.text.slice(end))];
}

function withText(piece: Piece, text: string): Piece {
  let width = 0;
  for (let i = 0; i < text.length; i += 1) width += ((piece.face.advance(text.charCodeAt(i)) ?? 0) * piece.size) / 1000;
  return { ...piece, text, width };
}
