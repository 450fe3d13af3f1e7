/** The cell of the grid that was being typed in when the session ended, for going on there after signing in again. */
const PLACE = 'plumbline.last_cell';

/** @param key of the instrument at work */
export function rememberCell(key: string): void {
  const cell = document.activeElement;
  if (!(cell instanceof HTMLInputElement)) return;
  const row = cell.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const { column } = cell.dataset;
  if (row !== undefined && column !== undefined) sessionStorage.setItem(PLACE, JSON.stringify({ key, row, column }));
}

/** Puts the focus where it was; once, and only at the same instrument. */
export function returnToCell(key: string): void {
  const stored = sessionStorage.getItem(PLACE);
  if (stored === null) return;
  sessionStorage.removeItem(PLACE);
  const place = JSON.parse(stored) as { key: string; row: string; column: string };
  if (place.key !== key) return;
  const selector = `[data-row="${CSS.escape(place.row)}"] [data-column="${CSS.escape(place.column)}"]`;
  document.querySelector<HTMLInputElement>(selector)?.focus();
}
