/** A cell of a spreadsheet: text, or a number that was stored as one. Dates that were stored as such are `YYYY-MM-DD`. */
export type Cell = string | number;

/** What a spreadsheet stores instead of a value where a formula failed. */
export const isFailedFormula = (cell: Cell): boolean =>
  typeof cell === 'string' &&
  /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|NV|WERT!|BEZUG!|SPILL!|CALC!)$/i.test(cell);

/** The text of a cell. The apostrophe that our own tables put before what looks like a formula is not part of it. */
export const cellText = (cell: Cell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'number' ? String(cell) : cell.replace(/^'(?=[=+\-@\t\r])/, '');

/**
 * The text of a cell for another table: a number with three decimals gets a fourth, so that nobody takes its decimal
 * sign for one of thousands.
 */
export const cellForTable = (cell: Cell): string => {
  const text = cellText(cell);
  return typeof cell === 'number' && /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text;
};
