import type { Inline, TextRun } from '../document/blocks.ts';
import type { GridCell } from '../document/tables.ts';
import { naturalWidths } from '../layout/break-lines.ts';
import type { Call } from './call.ts';
import { runLook } from './flow.ts';
import type { Tex } from './parse-source.ts';
import { numberParts, printedMark } from './quantities.ts';
import type { Scope } from './style.ts';

type NumberCell = { readonly content: Inline[]; readonly left: number; readonly right: number };

/** A column S of siunitx: numbers whose decimal marks are below each other. */
export class NumberColumn {
  readonly #cells: NumberCell[] = [];

  /** A number, or a group with text; in the middle until `align` has seen all. */
  cell(nodes: readonly Tex[], call: Call, scope: Scope): GridCell['content'] {
    const own = nodes.filter(({ kind }) => kind !== 'space' && kind !== 'paragraph_end');
    const [first] = own;
    if (first === undefined) return [];
    if (first.kind === 'group') return call.inlines(own, scope);
    const parts = numberParts(call.written(own), call);
    const mark = printedMark(call);
    const runs = parts.map(({ text, isRaised }): TextRun => ({
      kind: 'text',
      text,
      ...runLook(isRaised ? { ...scope.style, script: 'super' } : scope.style)
    }));
    const [{ text = '' } = {}, ...more] = runs;
    const end = /^[^\d]*\d*/u.exec(text)?.[0].length ?? 0;
    const at = text.startsWith(mark, end) ? end : Math.max(end, wholeEnd(text, mark));
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    const widthOf = (some: readonly TextRun[]) =>
      naturalWidths(some, { size: scope.style.size, leading: 1, color: scope.style.color }, false).line;
    const look = runLook(scope.style);
    const content: Inline[] = [...runs];
    const left = widthOf([{ kind: 'text', text: head, ...look }]);
    const right = widthOf([{ kind: 'text', text: tail, ...look }, ...more]);
    this.#cells.push({ content, left, right });
    return content;
  }

  /** Makes all numbers equally wide on both sides of their marks. */
  align(): void {
    const left = Math.max(0, ...this.#cells.map((cell) => cell.left));
    const right = Math.max(0, ...this.#cells.map((cell) => cell.right));
    for (const cell of this.#cells) {
      if (cell.left < left) cell.content.unshift({ kind: 'gap', width: left - cell.left });
      if (cell.right < right) cell.content.push({ kind: 'gap', width: right - cell.right });
    }
  }
}

/** Where the whole part of a number ends, whose digits are in groups. */
function wholeEnd(text: string, mark: string): number {
  const found = new RegExp(`^[^\\d]*\\d{1,3}(?:[\u202f ]\\d{3})*(?=\\D|$)`, 'u').exec(text);
  const at = text.indexOf(mark);
  return at >= 0 ? Math.min(at, found?.[0].length ?? at) : (found?.[0].length ?? text.length);
}
