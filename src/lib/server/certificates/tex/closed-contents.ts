// cspell:ignore BDC BMC EMC SCN scn Parms
import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib';
import { textOfStream } from './picture-files.ts';

/** What a content stream may consist of (ISO 32000-1, annex A), but for pictures within it, which can hold anything. */
const OPERATORS = new Set(
  (
    'b B b* B* BDC BMC BT BX c cm CS cs d Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh ' +
    `T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`
  ).split(' ')
);
const PAINTS = new Set(['b', 'B', 'b*', 'B*', 'f', 'F', 'f*', 'n', 's', 'S']);
const PATH = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're', 'W', 'W*']);
const PART =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|<[\da-fA-F\0\t\n\f\r ]*>|[[\]]|\/[^\0\t\n\f\r ()<>[\]{}/%]*|([^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const OPERAND = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)|true|false|null)$/u;

/**
 * Sees to it that everything that is drawn leaves the state of the page as it was: some viewers let a form that takes back more states
 * than it has saved, or leaves a path or a text open, change what is drawn after it. Read strictly: what viewers read in different ways is refused.
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

/** @throws where a content stream leaves something open, or takes back what it has not begun */
export function assertClosed(content: string): void {
  let [states, marks, isText, hasPath] = [0, 0, false, false];
  for (const operator of operatorsOf(content)) {
    if (operator === 'q') states += 1;
    else if (operator === 'Q') states -= 1;
    else if (operator === 'BMC' || operator === 'BDC') marks += 1;
    else if (operator === 'EMC') marks -= 1;
    else if (PATH.has(operator)) hasPath = true;
    else if (PAINTS.has(operator)) hasPath = false;
    const isWrong =
      operator === 'BT' || operator === 'ET' ? isText === (operator === 'BT') : isText && /^[qQ]$/u.test(operator);
    if (states < 0 || marks < 0 || isWrong) throw left();
    if (operator === 'BT' || operator === 'ET') isText = operator === 'BT';
  }
  if (states > 0 || marks > 0 || isText || hasPath) throw left();
}

const left = () =>
  new Error('a drawing in it does not leave the page as it was (q and Q, BT and ET, an unpainted path)');

function* operatorsOf(content: string): Generator<string> {
  for (let at = 0; at < content.length;) {
    if (content[at] === '(') {
      at = endOfString(content, at);
      continue;
    }
    PART.lastIndex = at;
    const found = PART.exec(content);
    if (found === null) throw new Error('a drawing in it cannot be read');
    at = PART.lastIndex;
    const [, word] = found;
    if (word === undefined || OPERAND.test(word)) continue;
    // Viewers divide others in ways of their own.
    if (!OPERATORS.has(word)) throw new Error(`a drawing in it has the unknown operator ${word.slice(0, 20)}`);
    yield word;
  }
}

/** Behind a string, whose parentheses are in pairs but for those after a backslash. */
function endOfString(content: string, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at += 1) {
    const letter = content[at];
    if (letter === '\\') at += 1;
    else if (letter === '(') depth += 1;
    else if (letter === ')' && --depth === 0) return at + 1;
  }
  throw new Error('a text in it does not end');
}
