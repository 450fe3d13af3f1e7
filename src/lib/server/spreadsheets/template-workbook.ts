import type { Cell } from '#lib/laboratory/exchange/sheet/cell.ts';
import type { SheetTemplate } from '#lib/laboratory/exchange/sheet/template.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Styles of cells, by their places in `STYLES`. */
const [PLAIN, HINT, HEADING] = [0, 1, 2];
/** Of columns, in characters. */
const [NARROWEST, WIDEST, BESIDE_TEXT] = [12, 34, 2];
/** Rows for which the list of units is offered, those of the template and as many as an import reads. */
const LAST_ROW = 20_003;

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">
<fonts count="3"><font><sz val="11"/><name val="Arial"/></font><font><i/><sz val="9"/><color rgb="FF595959"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7EDF3"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="0" fontId="2" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/></cellXfs>
</styleSheet>`;

/**
 * A template as the files of a workbook (ECMA-376, Office Open XML): hints, headings that stay in view, and the example.
 * @returns XML by the names in the ZIP
 */
export function templateWorkbook(template: SheetTemplate): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(template.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheetXml(template)
  };
}

function sheetXml({ hints, headings, example, units }: SheetTemplate): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, String(example[i] ?? '').length) + BESIDE_TEXT);
  const columns = widths.map((width, i) => {
    const kept = Math.min(WIDEST, Math.max(NARROWEST, width));
    return `<col min="${i + 1}" max="${i + 1}" width="${kept}" customWidth="1"/>`;
  });
  const unit = letterOf(units.column);
  const list = escaped(units.common.join(','));
  // Another unit may be typed: the list only helps.
  const validation = `<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${unit}3:${unit}${LAST_ROW}"><formula1>"${list}"</formula1></dataValidation></dataValidations>`;
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${rowXml(1, hints, HINT)}${rowXml(2, headings, HEADING)}${rowXml(3, example, PLAIN)}</sheetData>${validation}</worksheet>`;
}

const rowXml = (row: number, cells: readonly Cell[], style: number): string =>
  `<row r="${row}">${cells.map((cell, i) => cellXml(`${letterOf(i)}${row}`, cell, style)).join('')}</row>`;

function cellXml(place: string, cell: Cell, style: number): string {
  if (typeof cell === 'number') return `<c r="${place}" s="${style}"><v>${cell}</v></c>`;
  if (cell === '') return `<c r="${place}" s="${style}"/>`;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A template has fewer columns than there are letters. */
const letterOf = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
