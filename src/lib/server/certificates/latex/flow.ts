import type { Block, Inline, TextRun } from '../document/blocks.ts';
import type { Faults } from './faults.ts';
import { ligatures } from './ligatures.ts';
import { LIMITS } from './limits.ts';
import { FACE_SCALE } from './sizes.ts';
import type { Scope, Style } from './style.ts';

export type ParagraphRules = { readonly indent: number; readonly skip: number };

/** Collects what is set: letters into paragraphs, paragraphs and other blocks one under another. */
export class Flow {
  readonly blocks: Block[] = [];
  readonly #faults: Faults;
  #headingEnd = -1;
  /** Where the blocks ended when the last one was space of which only the larger counts. */
  #spaceEnd = -1;
  readonly #rules: () => ParagraphRules;
  readonly #language: () => string | null;
  #content: Inline[] = [];
  #raw = '';
  #rawStyle: Style | null = null;
  /** The next paragraph begins at the margin. */
  isFlush = false;
  /** The page does not end with the paragraph that is being written. */
  #isKept = false;
  /** What is next goes on with a paragraph that a display or a list interrupted, if no empty line is between them. */
  #resumes = false;

  constructor(faults: Faults, rules: () => ParagraphRules, language: () => string | null) {
    this.#language = language;
    this.#faults = faults;
    this.#rules = rules;
  }

  /** Text whose dashes and quotes are LaTeX's. */
  text(text: string, style: Style): void {
    if (this.#rawStyle !== style) this.barrier();
    this.#rawStyle = style;
    this.#raw += text;
  }

  space(style: Style): void {
    if (this.isEmpty) return;
    this.text(' ', style);
  }

  /** Text as it is. */
  literal(text: string, style: Style): void {
    this.barrier();
    this.#run(text, style);
  }

  /** No ligature across this place. */
  barrier(): void {
    if (this.#raw !== '' && this.#rawStyle) {
      const text = ligatures(this.#raw, this.#language());
      this.#run(text, this.#rawStyle);
    }
    this.#raw = '';
  }

  inline(run: Inline): void {
    this.barrier();
    this.#content.push(run);
  }

  get isEmpty(): boolean {
    return this.#content.length === 0 && this.#raw === '';
  }

  /** What has been collected as one line or cell. */
  takeContent(): readonly Inline[] {
    this.barrier();
    const content = trimmed(this.#content);
    this.#content = [];
    return content;
  }

  /** What an empty line and \par do. */
  breakParagraph(scope: Scope): void {
    this.endParagraph(scope);
    if (this.#resumes) this.isFlush = this.#resumes = false;
  }

  /** After a display or a list. */
  resume(): void {
    this.isFlush = this.#resumes = true;
  }

  /** A display that is next has an empty line above it, which is the beginning of its paragraph. */
  get beginsParagraph(): boolean {
    return this.isEmpty && !this.isFlush;
  }

  /** A paragraph with the look that the scope has at its end. */
  endParagraph(scope: Scope): void {
    let content = this.takeContent();
    if (content.length === 0) return;
    const { skip, indent } = this.#rules();
    const { look } = scope;
    const isJustified = look === 'justify';
    if (isJustified && indent !== 0 && !this.isFlush) content = [{ kind: 'gap', width: indent }, ...content];
    if (skip > 0 && this.blocks.length > 0) this.block({ kind: 'spacer', height: skip }, 0);
    const { size, skip: lineSkip, color } = scope.style;
    this.block(
      {
        kind: 'paragraph',
        content,
        size: size * FACE_SCALE,
        leading: lineSkip / (size * FACE_SCALE),
        lineSkip,
        color,
        align: look === 'justify' ? 'left' : look,
        justify: isJustified,
        ...(this.#isKept && { keepWithNext: true })
      },
      0
    );
    this.#isKept = false;
    this.isFlush = this.#resumes = false;
  }

  /** What is next begins on the page where this ends. */
  keepWithNext(): void {
    if (!this.isEmpty) {
      this.#isKept = true;
      return;
    }
    const last = this.blocks.at(-1);
    if (last?.kind === 'paragraph' || last?.kind === 'spacer') {
      this.blocks[this.blocks.length - 1] = { ...last, keepWithNext: true };
    }
  }

  /** What is next follows a heading directly. */
  markHeading(): void {
    this.#headingEnd = this.blocks.length;
    this.isFlush = true;
  }

  get isBelowHeading(): boolean {
    return this.isEmpty && this.blocks.length === this.#headingEnd;
  }

  /** Space of which only the larger counts where two meet, as above and below lists and headings; \vspace always counts. */
  spaceAround(height: number, line: number): void {
    const last = this.blocks.at(-1);
    if (last?.kind !== 'spacer' || this.blocks.length !== this.#spaceEnd) this.block({ kind: 'spacer', height }, line);
    else if (last.height < height) this.blocks[this.blocks.length - 1] = { ...last, height };
    this.#spaceEnd = this.blocks.length;
  }

  /** Space that is always there, of which one that follows by `spaceAround` counts only what it is larger. */
  spaceBelow(height: number, line: number): void {
    this.block({ kind: 'spacer', height }, line);
    this.#spaceEnd = this.blocks.length;
  }

  block(block: Block, line: number): void {
    this.blocks.push(block);
    if (this.blocks.length > LIMITS.blocks) {
      this.#faults.fatal(line, null, 'too_many_blocks', { most: LIMITS.blocks });
    }
  }

  #run(text: string, style: Style): void {
    const run: TextRun = {
      kind: 'text',
      text,
      ...runLook(style)
    };
    this.#content.push(run);
  }
}

/** The look of a run of letters. */
export function runLook(style: Style): Omit<TextRun, 'kind' | 'text'> {
  return {
    bold: style.bold,
    italic: style.italic,
    size: style.size * FACE_SCALE,
    color: style.color,
    ...(style.script && { script: style.script }),
    ...(style.underline && { underline: true }),
    ...(style.link !== null && { link: style.link })
  };
}

function trimmed(content: readonly Inline[]): readonly Inline[] {
  const isBlank = (run: Inline | undefined) => run?.kind === 'text' && /^ *$/u.test(run.text);
  let from = 0;
  let to = content.length;
  while (from < to && isBlank(content[from])) from += 1;
  while (to > from && isBlank(content[to - 1])) to -= 1;
  return content.slice(from, to);
}
