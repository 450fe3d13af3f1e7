import { readFile, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refusedSheet, RowCollector, SHEET_LIMITS, type Sheet } from './sheet.ts';

const DELIMITERS = [';', ',', '\t'] as const;
/** So many rows are read before others have their turn. */
const ROWS_A_TURN = 500;
/** The beginning of a text, by which its delimiter is found. */
const BEGINNING = 64 * 1024;

/** Reads a table of separated values. @throws Refusal `archive_refused` */
export async function readCsv(path: string): Promise<Sheet> {
  if ((await stat(path)).size > SHEET_LIMITS.csv) throw refusedSheet('The file exceeds the limit of 64 MiB.');
  const { text, encoding } = decode(await readFile(path));
  const declared = /^sep=([;,\t])\r?\n/i.exec(text);
  const from = declared?.[0].length ?? 0;
  const delimiter = declared?.[1] ?? findDelimiter(text.slice(from, from + BEGINNING));
  const collected = new RowCollector();
  let count = 0;
  for (const { line, cells } of splitRows(text, from, delimiter)) {
    collected.add(line + (declared ? 1 : 0), cells);
    if (++count % ROWS_A_TURN === 0) await nextTurn();
  }
  return { names: [], name: null, rows: collected.rows, encoding, delimiter };
}

/** UTF-8 if it can be, else what spreadsheet programs in western Europe write. */
export function decode(bytes: Uint8Array): {
  readonly text: string;
  readonly encoding: NonNullable<Sheet['encoding']>;
} {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** The sign that divides the most lines into the same number of cells, at least two. */
export function findDelimiter(beginning: string): string {
  const score = (delimiter: string): number => {
    const counts = new Map<number, number>();
    let seen = 0;
    for (const { cells } of splitRows(beginning, 0, delimiter)) {
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
      if (++seen === 100) break;
    }
    return Math.max(0, ...[...counts].map(([width, lines]) => lines * 1000 + Math.min(width, 999)));
  };
  const scores = DELIMITERS.map((delimiter) => ({ delimiter, n: score(delimiter) }));
  return scores.reduce((best, next) => (next.n > best.n ? next : best)).delimiter;
}

/** The rows of a text (RFC 4180), with the number of the line on which each begins. */
export function* splitRows(
  text: string,
  from: number,
  delimiter: string
): Generator<{ readonly line: number; readonly cells: readonly string[] }> {
  let [line, at] = [1, from];
  while (at < text.length) {
    const begun = line;
    const cells: string[] = [];
    for (let more = true; more;) {
      let cell = '';
      if (text[at] === '"') {
        const quoted = quotedCell(text, at);
        ({ cell, at } = quoted);
        line += quoted.lines;
      }
      const end = endOfCell(text, at, delimiter);
      cell += text.slice(at, end);
      cells.push(cell);
      more = text[end] === delimiter;
      at = end + 1;
      if (!more && text[end] === '\r' && text[end + 1] === '\n') at++;
      if (cells.length > 100 * SHEET_LIMITS.columns) throw refusedSheet(`Row ${begun} has too many columns.`);
    }
    line++;
    yield { line: begun, cells };
  }
}

function quotedCell(
  text: string,
  from: number
): { readonly cell: string; readonly at: number; readonly lines: number } {
  let [cell, at] = ['', from + 1];
  for (;;) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    cell += text.slice(at, end);
    if (cell.length > SHEET_LIMITS.cell)
      throw refusedSheet(`A cell has more than ${SHEET_LIMITS.cell} characters. Is a quotation mark missing?`);
    if (text[end + 1] !== '"') return { cell, at: end + 1, lines: cell.split('\n').length - 1 };
    cell += '"';
    at = end + 2;
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}
