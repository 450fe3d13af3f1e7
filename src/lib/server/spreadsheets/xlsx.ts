import type { Cell } from '#lib/laboratory/exchange/sheet/cell.ts';
import type { XmlEvents } from '#lib/server/xml/xml-reader.ts';
import { dayOfSerial } from './date-format.ts';
import { refusedSheet, RowCollector, SHEET_LIMITS, type Sheet } from './sheet.ts';
import { openWorkbook, readPart, readWorkbook, type Workbook } from './workbook.ts';

/**
 * Reads a sheet of a workbook: values as they are stored, those of formulas as they were last computed.
 * @param wanted its name; by default, or if there is none of that name, the first one
 * @throws Refusal `archive_refused`
 */
export async function readXlsx(path: string, wanted?: string): Promise<Sheet> {
  const zip = await openWorkbook(path);
  try {
    const workbook = await readWorkbook(zip);
    const sheet = workbook.sheets.find(({ name }) => name === wanted) ?? workbook.sheets[0];
    if (sheet === undefined) throw refusedSheet('The workbook has no sheet with a table.');
    const collected = new RowCollector();
    await readPart(zip, sheet.entry, new RowReader(workbook, collected).events, SHEET_LIMITS.part);
    const names = workbook.sheets.map(({ name }) => name);
    return { names, name: sheet.name, rows: collected.rows, encoding: null, delimiter: null };
  } finally {
    await zip.close();
  }
}

/** Makes rows of what is met in the XML of a sheet. */
class RowReader {
  readonly #workbook: Workbook;
  readonly #collected: RowCollector;
  #line = 0;
  #column = -1;
  #cells: Cell[] = [];
  #type = '';
  #style = 0;
  #value = '';
  #isValue = false;
  #isFormula = false;
  constructor(workbook: Workbook, collected: RowCollector) {
    this.#workbook = workbook;
    this.#collected = collected;
  }

  readonly events: XmlEvents = {
    open: ({ name: tag, attribute }) => {
      if (tag === 'row') {
        this.#beginRow(Number(attribute('r') ?? this.#line + 1));
      } else if (tag === 'c') {
        this.#column = columnOf(attribute('r')) ?? this.#column + 1;
        this.#type = attribute('t') ?? 'n';
        this.#style = Number(attribute('s') ?? 0);
        this.#value = '';
        this.#isFormula = false;
      } else if (tag === 'f') this.#isFormula = true;
      // `v` is a value, `t` a text within the cell.
      this.#isValue = tag === 'v' || tag === 't';
    },
    text: (piece) => {
      if (!this.#isValue) return;
      this.#value += piece;
      if (this.#value.length > SHEET_LIMITS.cell)
        throw refusedSheet(`Row ${this.#line} has a cell of more than ${SHEET_LIMITS.cell} characters.`);
    },
    close: (tag) => {
      this.#isValue = false;
      if (tag === 'c') this.#endCell();
      if (tag === 'row') this.#collected.add(this.#line, this.#cells);
    }
  };

  #beginRow(line: number): void {
    if (!Number.isInteger(line) || line <= this.#line)
      throw refusedSheet('The workbook is damaged: its rows are not in order.');
    this.#line = line;
    this.#column = -1;
    this.#cells = [];
  }

  #endCell(): void {
    const cell = this.#isFormula && this.#value === '' ? '#N/A' : this.#cell();
    if (cell === '') return;
    if (this.#column >= SHEET_LIMITS.columns)
      throw refusedSheet(`Row ${this.#line} has more than the ${SHEET_LIMITS.columns} columns allowed.`);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = cell;
  }

  #cell(): Cell {
    const { strings, dateStyles, from1904 } = this.#workbook;
    const text = this.#value;
    if (this.#type === 's') return strings[Number(text)] ?? '';
    if (this.#type === 'b') return text === '1' ? 'TRUE' : text === '' ? '' : 'FALSE';
    if (this.#type === 'd') return text.slice(0, 10);
    if (this.#type !== 'n' || text.trim() === '') return text;
    const number = Number(text);
    if (!Number.isFinite(number)) return text;
    return dateStyles[this.#style] === true ? (dayOfSerial(number, from1904) ?? number) : number;
  }
}

/** `C7` → 2; null without letters. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,4}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
