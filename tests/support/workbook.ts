/** Workbooks as spreadsheet programs store them, made by hand so that tests can also make what no program would. */
import { strToU8, zipSync } from 'fflate';

export type WorkbookCell = string | number | { readonly xml: string } | null;
export type WorkbookSheet = { readonly name: string; readonly rows: readonly (readonly WorkbookCell[])[] };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** `0` → A, `27` → AB. */
export const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

/** @param date1904 counts days from 1904. @param parts instead of what would be written, or beside it */
export function workbook(
  sheets: readonly WorkbookSheet[],
  { date1904 = false, parts = {} }: { date1904?: boolean; parts?: Readonly<Record<string, string | Uint8Array>> } = {}
): Buffer {
  const strings: string[] = [];
  const cellXml = (cell: WorkbookCell, at: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'object') return cell.xml.replaceAll('@', at);
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    return `<c r="${at}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
  };
  const sheetXml = ({ rows }: WorkbookSheet) =>
    `${HEAD}<worksheet ${MAIN}><sheetData>${rows
      .map(
        (row, i) => `<row r="${i + 1}">${row.map((cell, j) => cellXml(cell, columnName(j) + (i + 1))).join('')}</row>`
      )
      .join('')}</sheetData></worksheet>`;
  const bodies = sheets.map(sheetXml);
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${HEAD}<Types/>`,
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATIONS}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${sheets
      .map(
        (_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`
      )
      .join('')}</Relationships>`,
    // The second style is a day.
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(bodies.map((body, i) => [`xl/worksheets/sheet${i + 1}.xml`, body])),
    ...parts
  };
  return Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, body]) => [name, typeof body === 'string' ? strToU8(body) : body])
      )
    )
  );
}

/** A cell with a day, as its serial number. */
export const day = (serial: number, style = 1): WorkbookCell => ({ xml: `<c r="@" s="${style}"><v>${serial}</v></c>` });
