import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { prefixOf, type XmlElement } from './xml-tree.ts';

export const MAX_XML_BYTES = 16 << 20;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 100_000;

type Growing = XmlElement & {
  readonly attributes: Map<string, string>;
  readonly children: Growing[];
  text: string;
  /** How many children of each name there are, for their paths. */
  readonly counts: Map<string, number>;
};

/**
 * Reads XML that anyone may have written. A document type (and with it every entity of its own) is refused, as are depth, size and a
 * number of elements beyond what certificates need.
 * @throws Refusal `dcc_hostile`, `dcc_not_xml` with the line and column
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.byteLength > MAX_XML_BYTES) throw hostile('The file is larger than 16 MiB.');
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: Growing[] = [];
  let root: Growing | null = null;
  let count = 0;
  parser.on('doctype', () => {
    throw hostile('The file has a document type declaration. Only files without one are read.');
  });
  parser.on('error', ({ message }) => {
    throw new Refusal('dcc_not_xml', `The file is not well-formed XML (line:column: ${message}).`);
  });
  parser.on('opentag', (tag) => {
    count += 1;
    if (open.length >= MAX_DEPTH) throw hostile(`The file is nested more than ${MAX_DEPTH} levels deep.`);
    if (count > MAX_ELEMENTS) throw hostile(`The file has more than ${MAX_ELEMENTS} elements.`);
    const element = started(tag, open.at(-1) ?? null);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    const current = open.at(-1);
    if (current) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decoded(bytes)).close();
  if (root === null) throw new Refusal('dcc_not_xml', 'The file contains no XML.');
  return root;
}

function started(tag: SaxesTagNS, parent: Growing | null): Growing {
  const name = `${prefixOf(tag.uri)}${tag.local}`;
  const index = (parent?.counts.get(name) ?? 0) + 1;
  parent?.counts.set(name, index);
  const element: Growing = {
    namespace: tag.uri,
    name: tag.local,
    attributes: new Map(Object.values(tag.attributes).map(({ local, value }) => [local, value])),
    children: [],
    text: '',
    parent,
    path: `${parent?.path ?? ''}/${name}${index > 1 ? `[${index}]` : ''}`,
    counts: new Map()
  };
  parent?.children.push(element);
  return element;
}

/** UTF-8, or UTF-16 with its mark: what every XML processor reads. */
function decoded(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('dcc_not_xml', 'The file is not UTF-8 or UTF-16 text.');
  }
}

const hostile = (message: string) => new Refusal('dcc_hostile', message);
