import type { Inline, TextRun } from './blocks.ts';

type Style = Omit<TextRun, 'kind' | 'text'>;
export type PhraseValues = Readonly<Record<string, string | readonly Inline[]>>;

const TOKEN = /\*\*([^*]+)\*\*|\*([^*]+)\*|_\{([^}]*)\}|\^\{([^}]*)\}|\{([a-z_]+)\}|\n|[^*_^{\n]+|[*_^{]/gu;

/**
 * A sentence with light marks as runs: `**strong**`, `*variable*` in italics, `_{below}`, `^{above}`, `{value}` and a line break.
 * Values are set unchanged and never read as marks, so that user input cannot change the look of a certificate. Throws
 * if the sentence names a missing value.
 */
export function phrase(template: string, values: PhraseValues = {}, style: Style = {}): readonly Inline[] {
  const runs: Inline[] = [];
  for (const match of template.matchAll(TOKEN)) {
    const [whole, strong, variable, below, above, name] = match;
    if (strong !== undefined) runs.push(...phrase(strong, values, { ...style, bold: true }));
    else if (variable !== undefined) runs.push(...phrase(variable, values, { ...style, italic: true }));
    else if (below !== undefined) runs.push(...phrase(below, values, { ...style, script: 'sub' }));
    else if (above !== undefined) runs.push(...phrase(above, values, { ...style, script: 'super' }));
    else if (name !== undefined) runs.push(...styled(valueOf(values, name, template), style));
    else if (whole === '\n') runs.push({ kind: 'line_break' });
    else runs.push({ kind: 'text', text: whole, ...style });
  }
  return runs;
}

/** Text without any marks. */
export function plain(text: string, style: Style = {}): readonly Inline[] {
  return [{ kind: 'text', text, ...style }];
}

function valueOf(values: PhraseValues, name: string, template: string): string | readonly Inline[] {
  const value = values[name];
  if (value === undefined) throw new Error(`"${template}" needs the value ${name}`);
  return value;
}

function styled(value: string | readonly Inline[], style: Style): readonly Inline[] {
  if (typeof value === 'string') return plain(value, style);
  return value.map((run) => (run.kind === 'text' ? { ...style, ...run } : run));
}
