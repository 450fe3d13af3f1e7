/** Where a key leads in the grid of points. Pure: the component only moves the focus. */

export type GridColumn = 'nominal' | 'reference' | 'measured' | 'u_reference' | 'u_measured';
/** A cell by its place; the columns of a grid are named by `C`, `nominal` being the one that is planned and not read. */
export type Cell<C extends string = GridColumn> = { readonly row: number; readonly column: C };

export type GridShape<C extends string = GridColumn> = { readonly rows: number; readonly columns: readonly C[] };

export type KeyPress = {
  readonly key: string;
  readonly shift: boolean;
  /** Caret at the very start or end of the text, or all of it selected: an arrow may leave the cell. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** A finger types: Enter is the only way onward, so it goes to the next cell instead of down. */
  readonly touch: boolean;
};

export type Move<C extends string = GridColumn> = { readonly to: Cell<C> } | { readonly append: C } | null;

/**
 * The cell that a key moves to; `append` asks for a new row first; null leaves the key to the browser. Enter goes down from where
 * the row was begun (`began`), as in a spreadsheet: reference, Tab, indication, Enter, next reference.
 */
export function moveFor<C extends string>(press: KeyPress, from: Cell<C>, began: C, shape: GridShape<C>): Move<C> {
  const { key, shift, atStart, atEnd, touch } = press;
  const at = shape.columns.indexOf(from.column);
  const beside = (step: 1 | -1): Move<C> => {
    const column = shape.columns[at + step];
    return column === undefined ? null : { to: { row: from.row, column } };
  };
  const below = (step: 1 | -1, column: C): Move<C> => {
    const row = from.row + step;
    if (row < 0) return null;
    return row < shape.rows ? { to: { row, column } } : { append: column };
  };
  switch (key) {
    case 'Enter':
      if (shift) return below(-1, from.column);
      if (touch) return nextByTouch(from, shape);
      return below(1, began);
    case 'ArrowDown':
      return from.row + 1 < shape.rows ? below(1, from.column) : null;
    case 'ArrowUp':
      return below(-1, from.column);
    case 'ArrowRight':
      return atEnd ? beside(1) : null;
    case 'ArrowLeft':
      return atStart ? beside(-1) : null;
    default:
      return null;
  }
}

function nextByTouch<C extends string>(from: Cell<C>, shape: GridShape<C>): Move<C> {
  const typed = shape.columns.filter((column) => column !== 'nominal');
  const column = typed[typed.indexOf(from.column) + 1];
  if (column !== undefined) return { to: { row: from.row, column } };
  const [first = from.column] = typed;
  return from.row + 1 < shape.rows ? { to: { row: from.row + 1, column: first } } : { append: first };
}

/** The text with its sign turned: decimal keypads of phones have no minus. */
export function turnSign(text: string): string {
  const trimmed = text.trim();
  return /^[-−–]/.test(trimmed) ? trimmed.slice(1) : `−${trimmed.replace(/^\+/, '')}`;
}
