import { PDFArray, PDFDict, PDFName, PDFRawStream, type PDFPage } from '@cantoo/pdf-lib';
import { SIGNATURE_MARK } from '../picture-files.ts';
import { allowedBytes } from './budget.ts';
import { operationsOf } from './content-stream.ts';
import { bytesOf } from './stream-bytes.ts';

/** a b c d e f of a transformation (ISO 32000-1, 8.3.3). */
type Matrix = readonly [number, number, number, number, number, number];
export type FoundPlace = {
  readonly pageIndex: number;
  /** Lower left and upper right corner. */
  readonly rect: readonly [number, number, number, number];
};

/**
 * Where the signature's picture is in a document that TeX made; the last one counts. Null: it is nowhere.
 * @param contents what each of the pages draws
 */
export function findSignature(pages: readonly PDFPage[], contents: readonly string[]): FoundPlace | null {
  let found: FoundPlace | null = null;
  const signatures = new Signatures();
  for (const [pageIndex, page] of pages.entries()) {
    const names = signatures.namesOn(page);
    if (names.size === 0) continue;
    for (const { matrix, box } of drawnForms(contents[pageIndex] ?? '', names)) {
      found = { pageIndex, rect: transformed(matrix, box) };
    }
  }
  return found;
}

type Box = readonly [number, number, number, number];
const NONE: ReadonlyMap<string, Box> = new Map();

/** The forms that are the signature's picture. Pages share them and their names: each is looked at once. */
class Signatures {
  readonly #names = new Map<PDFDict, ReadonlyMap<string, Box>>();
  readonly #boxes = new Map<PDFRawStream, Box | null>();

  /** Their names on a page, with their boxes. */
  namesOn(page: PDFPage): ReadonlyMap<string, Box> {
    const forms = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    if (forms === undefined) return NONE;
    const names = this.#names.get(forms) ?? this.#namesIn(forms);
    this.#names.set(forms, names);
    return names;
  }

  #namesIn(forms: PDFDict): ReadonlyMap<string, Box> {
    const names = new Map<string, Box>();
    for (const key of forms.keys()) {
      const form = forms.lookup(key);
      if (!(form instanceof PDFRawStream) || form.dict.get(PDFName.of('Subtype')) !== PDFName.of('Form')) continue;
      const known = this.#boxes.get(form);
      const box = known === undefined ? boxOf(form) : known;
      this.#boxes.set(form, box);
      if (box) names.set(key.asString(), box);
    }
    return names;
  }
}

/** Where a form draws, as it is placed by its own matrix; null: it is not the signature's picture. */
function boxOf(form: PDFRawStream): Box | null {
  if (!isMarked(form)) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(form.dict.lookupMaybe(PDFName.of('BBox'), PDFArray), 4);
  const own = numbersOf(form.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray), 6);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = own;
  return transformed([a, b, c, d, e, f], [left, bottom, right, top]);
}

/** The picture is nothing but its mark. */
const isMarked = (form: PDFRawStream): boolean =>
  form.contents.length < 10 * SIGNATURE_MARK.length &&
  Buffer.from(bytesOf(form, allowedBytes())).toString('latin1').includes(SIGNATURE_MARK);

const numbersOf = (array: PDFArray | undefined, count: number): readonly number[] =>
  Array.from({ length: Math.min(count, array?.size() ?? 0) }, (_, i) => Number(array?.get(i).toString()));

/** Each use of the forms with the transformation that holds there. */
function* drawnForms(
  content: string,
  names: ReadonlyMap<string, Box>
): Generator<{ readonly matrix: Matrix; readonly box: Box }> {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const saved: Matrix[] = [];
  for (const { operator, operands } of operationsOf(content)) {
    if (operator === 'q') saved.push(matrix);
    else if (operator === 'Q') matrix = saved.pop() ?? matrix;
    else if (operator === 'cm') {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.map(Number);
      matrix = product([a, b, c, d, e, f], matrix);
    } else if (operator === 'Do') {
      const box = names.get(operands[0] ?? '');
      if (box) yield { matrix, box };
    }
  }
}

const product = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + b * r,
  a * q + b * s,
  c * p + d * r,
  c * q + d * s,
  e * p + f * r + t,
  e * q + f * s + u
];

function transformed([a, b, c, d, e, f]: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top]
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
