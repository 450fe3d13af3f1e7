import { Drop } from 'liquidjs';
import type { Inline } from '../document/blocks.ts';
import { breakableWords } from './breakable.ts';
import { escapeTex } from './escape-tex.ts';

/**
 * A text as LaTeX that the server made, with its italics and indices; a template prints it as it is. Filters and
 * comparisons see the plain text, which is escaped like any other.
 */
export class LatexText extends Drop {
  readonly #latex: string;
  readonly #plain: string;

  constructor(latex: string, plain: string) {
    super();
    this.#latex = latex;
    this.#plain = plain;
  }

  override valueOf(): string {
    return this.#plain;
  }

  /** For the server only: properties with `#` cannot be reached from a template. */
  static latexOf(text: LatexText): string {
    return text.#latex;
  }
}

/** Runs of the built-in certificate as LaTeX. Breaks within a cell or a paragraph become spaces. */
export function latexOfRuns(content: string | readonly Inline[]): LatexText {
  const runs: readonly Inline[] = typeof content === 'string' ? [{ kind: 'text', text: content }] : content;
  const latex = runs.map((run) => {
    if (run.kind === 'line_break') return ' ';
    if (run.kind === 'field') return run.field === 'page' ? '\\thepage{}' : '\\pageref{LastPage}';
    // The built-in certificate has no others.
    if (run.kind !== 'text') throw new Error(`a ${run.kind} has no LaTeX`);
    let written = escapeTex(breakableWords(run.text));
    if (written === '') return '';
    if (run.script === 'sub') written = `\\textsubscript{${written}}`;
    if (run.script === 'super') written = `\\textsuperscript{${written}}`;
    if (run.italic) written = `\\textit{${written}}`;
    if (run.bold) written = `\\textbf{${written}}`;
    return written;
  });
  const plain = runs.map((run) => (run.kind === 'text' ? run.text : run.kind === 'line_break' ? ' ' : ''));
  return new LatexText(latex.join(''), plain.join(''));
}
