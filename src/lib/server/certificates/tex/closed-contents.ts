// cspell:ignore BDC BMC EMC Parms
import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { operationsOf } from './content-stream.ts';
import { textOfStream } from './picture-files.ts';

/**
 * Sees to it that everything that is drawn leaves the state of the page as it was: some viewers let a form that takes back more states
 * than it has saved, or leaves a path or a text open, change what is drawn after it.
 * @throws where it does not
 */
export function assertClosedContents({ context }: PDFDocument): void {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const subtype = dict.lookup(PDFName.of('Subtype'));
    // Their letters are drawn by contents of their own.
    if (subtype === PDFName.of('Type3')) throw new Error('it has a font whose letters are drawings');
    if (!(object instanceof PDFRawStream)) continue;
    if (subtype !== PDFName.of('Form') && !dict.has(PDFName.of('PatternType'))) continue;
    if (!isPlain(dict)) throw new Error('a drawing in it is stored in an unusual way');
    assertClosed(textOfStream(object));
  }
}

/** As TeX stores streams: others may be read in another way here than by viewers. */
function isPlain(dict: PDFDict): boolean {
  if (['DecodeParms', 'DP', 'F', 'FFilter'].some((name) => dict.has(PDFName.of(name)))) return false;
  const filter: PDFObject | undefined = dict.lookup(PDFName.of('Filter'));
  const filters = filter instanceof PDFArray ? filter.asArray() : filter === undefined ? [] : [filter];
  return filters.every((one) => one === PDFName.of('FlateDecode'));
}

const PAINTS = new Set(['b', 'B', 'b*', 'B*', 'f', 'F', 'f*', 'n', 's', 'S']);
const PATH = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*']);

/** @throws where a content stream leaves something open, or takes back what it has not begun */
export function assertClosed(content: string): void {
  let [states, marks, isText, hasPath] = [0, 0, false, false];
  for (const { operator } of operationsOf(content)) {
    switch (operator) {
      case 'q':
      case 'Q':
        states += operator === 'q' ? 1 : -1;
        if (isText || states < 0) throw left();
        break;
      case 'BMC':
      case 'BDC':
        marks += 1;
        break;
      case 'EMC':
        marks -= 1;
        if (marks < 0) throw left();
        break;
      case 'BT':
      case 'ET':
        if (isText === (operator === 'BT')) throw left();
        isText = !isText;
        break;
      default:
        if (PATH.has(operator)) hasPath = true;
        else if (PAINTS.has(operator)) hasPath = false;
    }
  }
  if (states > 0 || marks > 0 || isText || hasPath) throw left();
}

const left = () =>
  new Error('a drawing in it does not leave the page as it was (q and Q, BT and ET, an unpainted path)');
