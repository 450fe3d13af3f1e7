/** Cuts pasted text into lines and cells, with the quotes of CSV (RFC 4180). */

export type Delimiter = '\t' | ';' | ',' | ' ';

/**
 * The lines of a text without byte order mark and Excel's `sep=` line, which is returned as `declared`. A line break
 * inside quotes becomes a space; an empty line is a row of empty cells.
 */
export function splitLines(text: string): { readonly lines: readonly string[]; readonly declared: Delimiter | null } {
  const unquoted = text.replace(/^\uFEFF/, '').replace(/"[^"]*"/g, (quoted) => quoted.replace(/[\r\n]+/g, ' '));
  const lines = unquoted.split(/\r\n|\r|\n/);
  const declaration = /^sep=([\t;,])$/i.exec(lines[0] ?? '');
  if (declaration) lines.shift();
  const delimiter = declaration?.[1];
  return {
    lines,
    declared: delimiter === '\t' || delimiter === ';' || delimiter === ',' ? delimiter : null
  };
}

/** The cells of one line, trimmed; quoted cells lose their quotes and keep separators inside them. */
export function splitQuoted(line: string, delimiter: Delimiter): readonly string[] {
  if (delimiter === ' ') return line.trim().split(/\s+/);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const sign = line.charAt(i);
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (line.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (sign === delimiter) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  cells.push(cell.trim());
  return cells;
}
