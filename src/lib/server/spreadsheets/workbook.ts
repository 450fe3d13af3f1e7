import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipReader } from '#lib/server/archive/zip-reader.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import { XmlReader, type XmlEvents, type XmlFault } from '#lib/server/xml/xml-reader.ts';
import { isDateFormat } from './date-format.ts';
import { refusedSheet, SHEET_LIMITS } from './sheet.ts';

const WORKBOOK = 'xl/workbook.xml';
/** How large a part is limits how many elements it has. */
const XML_LIMITS = { depth: 64, nodes: Infinity };
/** Bytes of XML that are read before others have their turn. */
const BYTES_A_TURN = 256 * 1024;
/** Tables pack far better than other archives. Nothing larger than a part is ever unpacked. */
const ZIP_OF_SHEETS = { entries: 5000, unpacked: 512 * 1024 ** 2, ratio: 100 };

/** Whether a file is a workbook. */
export async function isWorkbook(path: string): Promise<boolean> {
  const zip = await ZipReader.open(path, { bounds: ZIP_OF_SHEETS }).catch(() => null);
  await zip?.close();
  return zip?.entries.has(WORKBOOK) ?? false;
}

export type Workbook = {
  readonly sheets: readonly { readonly name: string; readonly entry: ZipEntry }[];
  /** Days are counted from 1904 instead of 1900. */
  readonly from1904: boolean;
  readonly strings: readonly string[];
  /** By style: whether numbers of it are days. */
  readonly dateStyles: readonly boolean[];
};

export const openWorkbook = (path: string): Promise<ZipReader> => ZipReader.open(path, { bounds: ZIP_OF_SHEETS });

/** Reads one XML part piece by piece. @throws Refusal `archive_refused` */
export async function readPart(zip: ZipReader, entry: ZipEntry, events: XmlEvents, limit: number): Promise<void> {
  const bytes = await zip.read(entry, limit);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = new XmlReader(events, XML_LIMITS, refusalOf);
  try {
    for (let at = 0; at < bytes.length; at += BYTES_A_TURN) {
      reader.read(decoder.decode(bytes.subarray(at, at + BYTES_A_TURN), { stream: true }));
      await nextTurn();
    }
    reader.read(decoder.decode());
    reader.end();
  } catch (thrown) {
    if (thrown instanceof TypeError) throw refusedSheet(`${entry.name}: it is not UTF-8`);
    throw thrown;
  }
}

function refusalOf(fault: XmlFault) {
  if (fault.what === 'document_type') return refusedSheet('The workbook declares a document type, which is not read.');
  return refusedSheet(
    fault.what === 'too_much'
      ? `The workbook is damaged: a part of it has ${fault.message}.`
      : `The workbook is damaged: a part of it is not XML, or is cut off (${fault.message}).`
  );
}

/** What a workbook says of its sheets. @throws Refusal `archive_refused` */
export async function readWorkbook(zip: ZipReader): Promise<Workbook> {
  const targets = await readTargets(zip);
  const sheets: { name: string; entry: ZipEntry }[] = [];
  let from1904 = false;
  await readSmall(zip, WORKBOOK, {
    open: ({ name: tag, attribute }) => {
      if (tag === 'workbookPr') from1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (tag !== 'sheet') return;
      // The attribute of the relation has the name `id`, whatever its namespace is called; `sheetId` is another.
      const entry = zip.entries.get(targets.get(attribute('id') ?? '') ?? '');
      if (entry !== undefined) sheets.push({ name: attribute('name') ?? '', entry });
    }
  });
  if (sheets.length === 0) throw refusedSheet('The workbook has no sheet with a table.');
  return { sheets, from1904, strings: await readStrings(zip), dateStyles: await readDateStyles(zip) };
}

async function readTargets(zip: ZipReader): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  await readSmall(zip, 'xl/_rels/workbook.xml.rels', {
    open: ({ name: tag, attribute }) => {
      const target = attribute('Target') ?? '';
      if (tag === 'Relationship')
        targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    }
  });
  return targets;
}

/** Without the marks of pronunciation. */
async function readStrings(zip: ZipReader): Promise<readonly string[]> {
  const strings: string[] = [];
  const entry = zip.entries.get('xl/sharedStrings.xml');
  if (entry === undefined) return strings;
  let [text, total, isText, isReading] = ['', 0, false, false];
  await readPart(
    zip,
    entry,
    {
      open: ({ name: tag }) => {
        if (tag === 'si') text = '';
        if (tag === 'rPh') isReading = true;
        isText = tag === 't' && !isReading;
      },
      text: (piece) => {
        if (!isText) return;
        text += piece;
        total += piece.length;
        if (total > SHEET_LIMITS.text) throw refusedSheet('The workbook contains more than 32 million characters.');
      },
      close: (tag) => {
        isText = false;
        if (tag === 'rPh') isReading = false;
        if (tag === 'si') strings.push(text);
      }
    },
    SHEET_LIMITS.part
  );
  return strings;
}

async function readDateStyles(zip: ZipReader): Promise<readonly boolean[]> {
  const formats = new Map<string, string>();
  const styles: boolean[] = [];
  let isCells = false;
  await readSmall(zip, 'xl/styles.xml', {
    open: ({ name: tag, attribute }) => {
      if (tag === 'numFmt') formats.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '');
      if (tag === 'cellXfs') isCells = true;
      if (tag !== 'xf' || !isCells) return;
      const id = attribute('numFmtId') ?? '0';
      styles.push(isDateFormat(Number(id), formats.get(id)));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCells = false;
    }
  });
  return styles;
}

async function readSmall(zip: ZipReader, name: string, events: XmlEvents): Promise<void> {
  const entry = zip.entries.get(name);
  if (entry !== undefined) await readPart(zip, entry, events, SHEET_LIMITS.smallPart);
}
