// cspell:ignore Parms
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRawStream,
  type PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject
} from '@cantoo/pdf-lib';
import { Allowance, allowedBytes, allowedParts, MOST, WORK } from './budget.ts';
import { checkedContents, DEVICE_COLORS, type ResourceKind } from './checked-contents.ts';
import { isJpegOf } from './jpeg-size.ts';
import { bytesOf, storageOf } from './stream-bytes.ts';
import { unicodeTable } from './unicode-table.ts';

/** A drawing or a picture in the new document, and what showing it comes to. */
export type Redrawn = { readonly ref: PDFRef; readonly work: number };

const named = (name: string): PDFName => PDFName.of(name);
const keys = (names: string): readonly string[] => names.split(' ');

const FONT = keys('Type Subtype BaseFont FirstChar LastChar Widths FontDescriptor DescendantFonts');
const FONT_KINDS = new Set(keys('/Type1 /MMType1 /TrueType /Type0'));
/** Of the streams of fonts and colours. */
const STREAM = keys('Type Subtype Length1 Length2 Length3 N');
const IMAGE = keys('Width Height BitsPerComponent Decode ImageMask Interpolate Intent');
/** How the picture's lines were written before they were compressed. */
const LINES = keys('Predictor Colors BitsPerComponent Columns');
const STATE = keys('Type LW LC LJ ML RI OP op OPM FL SM SA BM CA ca AIS TK');

/**
 * Copies what a page is made of into another document: only what is known here, each kind with the entries that it needs, and every
 * drawing read and written anew. What is not known is refused: viewers may do anything with it.
 */
export class ObjectRedrawing {
  readonly #target: PDFContext;
  readonly #bytes = allowedBytes();
  readonly #parts = allowedParts();
  readonly #work = new Allowance(MOST.allWork, 'its pages draw too much');
  readonly #values = new Allowance(MOST.values, 'its fonts and colours have too many values');
  readonly #copied = new Map<PDFObject, PDFRef>();
  readonly #drawings = new Map<PDFObject, Redrawn | 'unfinished'>();

  constructor(target: PDFContext) {
    this.#target = target;
  }

  /** The content of a stream, one character for each byte. @throws where all are too large, or it cannot be read */
  textOf(stream: PDFObject | undefined): string {
    if (!(stream instanceof PDFRawStream)) throw new Error('a drawing in it is not there');
    return Buffer.from(bytesOf(stream, this.#bytes)).toString('latin1');
  }

  /**
   * A drawing with the resources that it uses.
   * @param entries of the form besides
   * @throws where it is not sound, or uses what is not known here
   */
  drawing(content: string, resources: PDFDict | undefined, entries: PDFDict, depth = 0): Redrawn {
    if (depth > MOST.depth) throw new Error('drawings in it are too deep in each other');
    const { text, uses, work: own } = checkedContents(content, this.#parts);
    this.#work.take(own);
    const found = this.#target.obj({});
    let work = own;
    for (const [kind, names] of Object.entries(uses) as [ResourceKind, ReadonlyMap<string, number>][]) {
      if (names.size === 0) continue;
      const given = resources?.lookupMaybe(named(kind), PDFDict);
      const kept = this.#target.obj({});
      for (const [name, times] of names) {
        const key = named(name.slice(1));
        const value = given?.lookup(key);
        if (value === undefined) throw new Error(`a drawing in it uses ${name.slice(0, 30)}, which is not there`);
        if (kind === 'XObject') {
          const shown = this.#shown(value, depth + 1);
          work += times * shown.work;
          kept.set(key, shown.ref);
        } else kept.set(key, this.#resource(kind, value));
      }
      found.set(named(kind), kept);
    }
    if (work > MOST.work) throw new Error('a page in it draws too much');
    entries.set(named('Type'), named('XObject'));
    entries.set(named('Subtype'), named('Form'));
    entries.set(named('Resources'), found);
    const stream = this.#target.flateStream(Buffer.from(text, 'latin1'));
    for (const [key, value] of entries.entries()) stream.dict.set(key, value);
    return { ref: this.#target.register(stream), work };
  }

  #resource(kind: Exclude<ResourceKind, 'XObject'>, value: PDFObject): PDFObject {
    if (kind === 'Font') return this.#once(value, () => this.#font(value));
    if (kind === 'ColorSpace') return this.#colors(value, 0);
    if (!(value instanceof PDFDict)) throw unknown('state');
    return this.#once(value, () => this.#state(value));
  }

  #once(value: PDFObject, copy: () => PDFObject): PDFRef {
    const known = this.#copied.get(value) ?? this.#target.register(copy());
    this.#copied.set(value, known);
    return known;
  }

  #shown(value: PDFObject, depth: number): Redrawn {
    const known = this.#drawings.get(value);
    if (known === 'unfinished') throw new Error('a drawing in it shows itself');
    if (known !== undefined) return known;
    if (!(value instanceof PDFRawStream)) throw new Error('a drawing in it is not there');
    this.#drawings.set(value, 'unfinished');
    const kind = value.dict.lookup(named('Subtype'));
    if (kind !== named('Form') && kind !== named('Image')) throw unknown('picture');
    const shown = kind === named('Form') ? this.#form(value, depth) : this.#image(value, true);
    this.#drawings.set(value, shown);
    return shown;
  }

  #form(form: PDFRawStream, depth: number): Redrawn {
    const entries = this.#target.obj({ BBox: numbersOf(form.dict, 'BBox', 4) });
    if (form.dict.has(named('Matrix'))) {
      entries.set(named('Matrix'), this.#target.obj(numbersOf(form.dict, 'Matrix', 6)));
    }
    const group = form.dict.lookup(named('Group'));
    if (group instanceof PDFDict) {
      const isSet = (name: string) => group.lookup(named(name)) === PDFBool.True;
      entries.set(named('Group'), this.#target.obj({ S: 'Transparency', I: isSet('I'), K: isSet('K') }));
    }
    const drawn = this.drawing(this.textOf(form), form.dict.lookupMaybe(named('Resources'), PDFDict), entries, depth);
    return group === undefined ? drawn : { ...drawn, work: drawn.work + WORK.group };
  }

  #image(image: PDFRawStream, mayHaveMask: boolean): Redrawn {
    const { dict } = image;
    const [width, height] = ['Width', 'Height'].map((name) => numberOf(dict.lookup(named(name))));
    const pixels = (width ?? Number.NaN) * (height ?? Number.NaN);
    if (!(pixels >= 1 && pixels <= MOST.pixels)) throw new Error('a picture in it has too many dots');
    // Viewers go by what is in it.
    if (storageOf(dict) === 'DCTDecode' && !isJpegOf(image.contents, width, height)) throw unknown('picture');
    const entries = this.#entries(dict, IMAGE);
    const colors = dict.lookup(named('ColorSpace'));
    if (colors !== undefined) entries.set(named('ColorSpace'), this.#colors(colors, 0));
    let work = WORK.picture + Math.ceil(pixels * WORK.dots);
    for (const name of ['SMask', 'Mask']) {
      const mask = dict.lookup(named(name));
      if (mask === undefined) continue;
      if (!(mask instanceof PDFRawStream)) {
        entries.set(named(name), this.#plain(mask, 0));
        continue;
      }
      if (!mayHaveMask) throw unknown('picture');
      const drawn = this.#image(mask, false);
      work += drawn.work;
      entries.set(named(name), drawn.ref);
    }
    const lines = dict.lookup(named('DecodeParms'));
    if (lines instanceof PDFDict) entries.set(named('DecodeParms'), this.#entries(lines, LINES));
    else if (lines !== undefined) throw unknown('picture');
    entries.set(named('Type'), named('XObject'));
    entries.set(named('Subtype'), named('Image'));
    return { ref: this.#once(image, () => this.#stored(image, entries, lines !== undefined)), work };
  }

  /** As it is stored, if that can be read. */
  #stored(stream: PDFRawStream, entries: PDFDict, hasLines = false): PDFRawStream {
    const storage = storageOf(stream.dict);
    if (storage !== 'DCTDecode' || hasLines) {
      const plain = PDFDict.withContext(this.#target);
      if (storage === 'FlateDecode') plain.set(named('Filter'), named(storage));
      bytesOf(PDFRawStream.of(plain, stream.contents), this.#bytes);
    }
    if (storage !== 'plain') entries.set(named('Filter'), named(storage));
    return PDFRawStream.of(entries, stream.contents);
  }

  #font(font: PDFObject): PDFDict {
    if (!(font instanceof PDFDict)) throw unknown('font');
    const kind = String(font.lookup(named('Subtype')));
    // The letters of the other kind are drawings of their own.
    if (!FONT_KINDS.has(kind)) throw new Error('it has a font whose letters are drawings');
    const copied = this.#entries(font, FONT);
    const encoding = font.lookup(named('Encoding'));
    // Tables of a document's own can make viewers count for ever.
    if (encoding instanceof PDFRawStream) throw unknown('font');
    if (encoding !== undefined) copied.set(named('Encoding'), this.#plain(encoding, 0));
    const letters = font.lookup(named('ToUnicode'));
    const table = letters instanceof PDFRawStream ? unicodeTable(this.textOf(letters)) : null;
    if (table !== null) copied.set(named('ToUnicode'), this.#target.register(this.#target.flateStream(table)));
    return copied;
  }

  #state(state: PDFDict): PDFDict {
    const mask = state.lookup(named('SMask'));
    if (mask !== undefined && mask !== named('None')) throw new Error('a drawing in it has a soft mask');
    return this.#entries(state, STATE);
  }

  #colors(colors: PDFObject | undefined, depth: number): PDFObject {
    if (colors instanceof PDFName && DEVICE_COLORS.has(colors.toString())) return colors;
    if (!(colors instanceof PDFArray) || depth > 2) throw unknown('colour space');
    const [kind, ...rest] = colors.asArray().map((_, i) => colors.lookup(i));
    const copied = this.#target.obj([]);
    const add = (...values: readonly PDFObject[]) => {
      for (const value of [kind, ...values]) if (value) copied.push(value);
      return copied;
    };
    const [first, second, third] = rest;
    switch (String(kind)) {
      case '/ICCBased':
      case '/CalGray':
      case '/CalRGB':
      case '/Lab':
        return add(this.#plain(first, 0));
      case '/Indexed':
        return add(this.#colors(first, depth + 1), this.#plain(second, 0), this.#plain(third, 0));
      case '/Separation':
        return add(this.#plain(first, 0), this.#colors(second, depth + 1), this.#plain(third, 0));
      default:
        throw unknown('colour space');
    }
  }

  /** Those of some names, copied with all that they lead to. */
  #entries(dict: PDFDict, names: readonly string[]): PDFDict {
    const copied = PDFDict.withContext(this.#target);
    for (const name of names) {
      const value = dict.lookup(named(name));
      if (value !== undefined) copied.set(named(name), this.#plain(value, 0));
    }
    return copied;
  }

  /** Data: numbers, names, texts, lists, and streams that are no drawings. */
  #plain(value: PDFObject | undefined, depth: number): PDFObject {
    this.#values.take(value instanceof PDFName || isText(value) ? 1 + value.sizeInBytes() / A_VALUE : 1);
    if (depth > MOST.depth) throw unknown('value');
    if (value instanceof PDFName || value === PDFNull || value instanceof PDFBool) return value;
    if (value instanceof PDFNumber) return PDFNumber.of(value.asNumber());
    if (isText(value)) {
      return PDFHexString.of(Buffer.from(value.asBytes()).toString('hex'));
    }
    if (value instanceof PDFArray) {
      const copied = PDFArray.withContext(this.#target);
      for (let i = 0; i < value.size(); i += 1) copied.push(this.#plain(value.lookup(i), depth + 1));
      return copied;
    }
    if (value instanceof PDFRawStream) {
      // A function that calculates, or a table of its values.
      if (value.dict.has(named('FunctionType'))) throw unknown('function');
      return this.#once(value, () => this.#stored(value, this.#entries(value.dict, STREAM)));
    }
    if (!(value instanceof PDFDict) || value instanceof PDFStream) throw unknown('value');
    const kind = String(value.lookup(named('Type')));
    if (/^\/(?:Pages?|Catalog|Action|Annot)$/u.test(kind)) throw unknown('value');
    const copied = PDFDict.withContext(this.#target);
    for (const [key] of value.entries()) copied.set(key, this.#plain(value.lookup(key), depth + 1));
    return copied;
  }
}

/** Bytes of a name or a text that count as another value. */
const A_VALUE = 16;

const isText = (value: PDFObject | undefined): value is PDFString | PDFHexString =>
  value instanceof PDFString || value instanceof PDFHexString;

const unknown = (what: string) => new Error(`it has a ${what} of a kind that certificates do not need`);

const numberOf = (value: PDFObject | undefined): number =>
  value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? value.asNumber() : Number.NaN;

function numbersOf(dict: PDFDict, name: string, count: number): readonly number[] {
  const found = dict.lookup(named(name));
  const numbers = found instanceof PDFArray ? found.asArray().map((_, i) => numberOf(found.lookup(i))) : [];
  if (numbers.length === count && numbers.every((one) => Math.abs(one) < 1e6)) return numbers;
  throw new Error(`a drawing in it has no sound ${name}`);
}
