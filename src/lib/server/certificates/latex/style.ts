import type { Color } from '../document/blocks.ts';

/** How letters look; sizes in points of the page. */
export type Style = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly size: number;
  /** From line to line. */
  readonly skip: number;
  readonly color: Color;
  readonly link: string | null;
  readonly script: 'sub' | 'super' | null;
};

export type ParagraphLook = 'justify' | 'left' | 'center' | 'right';

/** What a declaration changes until its group ends. */
export class Scope {
  style: Style;
  look: ParagraphLook;
  /** What \fontsize said, until \selectfont. */
  nextSize: Pick<Style, 'size' | 'skip'> | null = null;
  /** Of the text's column, in points: `\\linewidth`. */
  readonly width: number;

  constructor(style: Style, look: ParagraphLook, width: number) {
    this.style = style;
    this.look = look;
    this.width = width;
  }

  inner(width = this.width): Scope {
    const scope = new Scope(this.style, this.look, width);
    scope.nextSize = this.nextSize;
    return scope;
  }

  set(change: Partial<Style>): void {
    this.style = { ...this.style, ...change };
  }
}
