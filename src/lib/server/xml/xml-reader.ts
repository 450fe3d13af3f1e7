import { SaxesParser, type SaxesTagNS } from 'saxes';

export type XmlTag = {
  /** Without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** An attribute by its name without prefix. */
  readonly attribute: (name: string) => string | null;
  /** Those of XML, and then those of the element itself, which have no namespace: of one name these count, in whatever order they are written. */
  readonly attributes: () => readonly (readonly [name: string, value: string])[];
};
/** What is met in an XML text. */
export type XmlEvents = {
  readonly open?: (tag: XmlTag) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** `<?…?>`, wherever it is; the declaration at the beginning is none. */
  readonly instruction?: () => void;
};

/** Why a text is not read on. */
export type XmlFault =
  | { readonly what: 'document_type' }
  | { readonly what: 'too_much'; readonly message: string }
  | { readonly what: 'not_xml'; readonly message: string };
export type XmlLimits = {
  /** Elements that lie within each other. */
  readonly depth: number;
  /** Elements, comments, instructions and marked texts (CDATA). */
  readonly nodes: number;
};

const LONGEST_NAME = 256;
const MOST_ATTRIBUTES = 256;
/** Declared by an element and those around it: whatever writes XML in its canonical form looks through them for each element. */
const MOST_NAMESPACES = 256;

/**
 * Reads XML that anyone may have written, piece by piece; namespaces are resolved. A document type is refused, and with it every
 * entity of its own: none expands to more than a character.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #refuse: (fault: XmlFault) => Error;
  readonly #limits: XmlLimits;
  #nodes = 0;
  /** Of each element that is open, how many namespaces it declares. */
  readonly #declared: number[] = [];
  #namespaces = 0;
  #attributes = 0;

  /** @param refuse makes what is thrown */
  constructor({ open, close, text, instruction }: XmlEvents, limits: XmlLimits, refuse: (fault: XmlFault) => Error) {
    this.#refuse = refuse;
    this.#limits = limits;
    const parser = this.#parser;
    const count = () => this.#count();
    parser.on('doctype', () => {
      throw refuse({ what: 'document_type' });
    });
    parser.on('error', ({ message }) => {
      throw refuse({ what: 'not_xml', message: `line:column: ${message}` });
    });
    parser.on('comment', count);
    parser.on('processinginstruction', () => {
      count();
      instruction?.();
    });
    parser.on('cdata', (whole) => {
      count();
      text?.(whole);
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => {
      if (++this.#attributes > MOST_ATTRIBUTES)
        throw this.#tooMuch(`an element with more than ${MOST_ATTRIBUTES} attributes`);
    });
    parser.on('opentag', (tag) => {
      count();
      const own = Object.keys(tag.ns).length;
      if (this.#declared.push(own) > limits.depth)
        throw this.#tooMuch(`elements nested more than ${limits.depth} levels deep`);
      if (tag.name.length > LONGEST_NAME) throw this.#tooMuch(`a name of more than ${LONGEST_NAME} characters`);
      this.#namespaces += own;
      if (this.#namespaces > MOST_NAMESPACES)
        throw this.#tooMuch(`an element with more than ${MOST_NAMESPACES} namespaces`);
      open?.(tagOf(tag));
    });
    parser.on('closetag', ({ local }) => {
      this.#namespaces -= this.#declared.pop() ?? 0;
      close?.(local);
    });
    if (text !== undefined) parser.on('text', text);
  }

  /** @throws what `refuse` makes */
  read(piece: string): void {
    this.#parser.write(piece);
  }

  /** @throws what `refuse` makes, where the text ends too early */
  end(): void {
    this.#parser.close();
  }

  #count(): void {
    if (++this.#nodes > this.#limits.nodes) throw this.#tooMuch(`more than ${this.#limits.nodes} elements`);
  }

  #tooMuch(message: string): Error {
    return this.#refuse({ what: 'too_much', message });
  }
}

const tagOf = (tag: SaxesTagNS): XmlTag => ({
  name: tag.local,
  namespace: tag.uri,
  attribute: (name) => Object.values(tag.attributes).find(({ local }) => local === name)?.value ?? null,
  attributes: () =>
    Object.values(tag.attributes)
      .filter(({ uri, prefix }) => uri === '' || prefix === 'xml')
      .toSorted((a, b) => Number(a.uri === '') - Number(b.uri === ''))
      .map(({ local, value }) => [local, value])
});
