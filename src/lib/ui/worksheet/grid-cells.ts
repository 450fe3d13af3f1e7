/** What a grid of numbers listens to: one set of listeners for all cells; twenty rows or two hundred, the page listens alike. */
import type { Attachment } from 'svelte/attachments';
import { moveFor } from './grid-keys.ts';
import { isTable } from '#lib/worksheet/paste/paste-table.ts';
import { tidyNumber } from '#lib/worksheet/typed/tidy-number.ts';

/** A cell is an input with `data-column` in a row with `data-row`, the number of the row. */
export type CellAt<C extends string> = { readonly row: number; readonly column: C };

export type CellGrid<C extends string> = {
  readonly columns: () => readonly C[];
  /** Where a row is begun before any cell was entered. */
  readonly first: C;
  /** Numbers of the rows, from above. */
  readonly rows: () => readonly number[];
  readonly language: () => string;
  /** The units of the form, which a pasted number may have behind it. */
  readonly units: () => readonly string[];
  readonly onType: (cell: CellAt<C>, text: string) => void;
  readonly onEnter: (cell: CellAt<C>) => void;
  readonly onLeave: () => void;
  /** A key leads below the last row. */
  readonly onAppend: (column: C) => void;
  readonly focus: (cell: CellAt<C>) => Promise<void>;
  /** A table was pasted into a cell. */
  readonly onTable: (text: string, cell: CellAt<C>) => void;
};

export function gridCells<C extends string>(grid: CellGrid<C>): Attachment<HTMLTableElement> {
  let began = grid.first;
  let at: number | null = null;

  function cellOf(event: Event) {
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    const column = grid.columns().find((name) => name === input?.dataset['column']);
    const row = Number(input?.closest<HTMLElement>('[data-row]')?.dataset['row']);
    return input && column !== undefined && Number.isInteger(row) ? { input, cell: { row, column } } : null;
  }

  function typed(event: Event) {
    const found = cellOf(event);
    if (found) grid.onType(found.cell, found.input.value);
  }

  function entered(event: FocusEvent) {
    const found = cellOf(event);
    if (!found) return;
    const { cell, input } = found;
    if (at !== cell.row && cell.column !== 'nominal') began = cell.column;
    at = cell.row;
    grid.onEnter(cell);
    input.select();
  }

  /** A number that is left is written as the others are; that belongs to the step of its typing. */
  function left(event: FocusEvent) {
    const found = cellOf(event);
    const tidied = found ? tidyNumber(found.input.value, grid.language()) : '';
    if (found && tidied !== found.input.value) {
      found.input.value = tidied;
      grid.onType(found.cell, tidied);
    }
    grid.onLeave();
  }

  function pressed(event: KeyboardEvent) {
    const found = cellOf(event);
    if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart, selectionEnd, value } = found.input;
    const all = selectionStart === 0 && selectionEnd === value.length;
    const rows = grid.rows();
    const move = moveFor(
      {
        key: event.key,
        shift: event.shiftKey,
        atStart: all || (selectionStart === 0 && selectionEnd === 0),
        atEnd: all || selectionStart === value.length,
        touch: matchMedia('(pointer: coarse)').matches
      },
      { row: rows.indexOf(found.cell.row), column: found.cell.column },
      began,
      { rows: rows.length, columns: grid.columns() }
    );
    if (move === null) return;
    event.preventDefault();
    if ('append' in move) {
      grid.onAppend(move.append);
      return;
    }
    const keep = began;
    const row = rows[move.to.row];
    if (row === undefined) return;
    void grid.focus({ row, column: move.to.column }).then(() => (began = event.key === 'Enter' ? keep : began));
  }

  function pasted(event: ClipboardEvent) {
    const found = cellOf(event);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!found || !isTable(text, grid.units())) return;
    event.preventDefault();
    grid.onTable(text, found.cell);
  }

  return (element) => {
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('input', typed, { signal });
    element.addEventListener('focusin', entered, { signal });
    element.addEventListener('focusout', left, { signal });
    element.addEventListener('keydown', pressed, { signal });
    element.addEventListener('paste', pasted, { signal });
    return () => controller.abort();
  };
}
