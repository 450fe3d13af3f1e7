import { strToU8, zipSync } from 'fflate';
import { csvTable } from '#lib/laboratory/csv.ts';
import { templateOf } from '#lib/laboratory/exchange/sheet/template.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import type { TemplateFormat } from '#lib/contracts/exchange.ts';
import { decimalSignOf } from '#lib/numbers/decimal-sign.ts';
import { templateWorkbook } from '#lib/server/spreadsheets/template-workbook.ts';

/** The first day that a ZIP knows: the same template is the same bytes. */
const DAY_ONE = new Date(1980, 0, 1);

type TemplateFile = { readonly name: string; readonly media: string; readonly body: Uint8Array | string };

/** The table to fill in, in a language. Its separators are those that spreadsheet programs expect there. */
export function sheetTemplate(language: Language, format: TemplateFormat): TemplateFile {
  const template = templateOf(language);
  const name = `plumbline-assets-${language}.${format}`;
  if (format === 'xlsx')
    return {
      name,
      media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: zipped(templateWorkbook(template))
    };
  const rows = [template.headings, template.example];
  const body = csvTable(template.hints, rows, decimalSignOf(language));
  return { name, media: 'text/csv; charset=utf-8', body };
}

const zipped = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), { mtime: DAY_ONE });
