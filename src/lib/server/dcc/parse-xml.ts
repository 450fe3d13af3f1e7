import { Refusal } from '#lib/laboratory/refusal.ts';
import { XmlReader, type XmlFault, type XmlTag } from '#lib/server/xml/xml-reader.ts';
import { decodeXml } from './decode-xml.ts';
import { prefixOf, type XmlElement } from './xml-tree.ts';

export const MAX_XML_BYTES = 16 << 20;
/** More than certificates need. */
const LIMITS = { depth: 100, nodes: 100_000 };

type Growing = XmlElement & {
  readonly attributes: Map<string, string>;
  readonly children: Growing[];
  text: string;
  hasInstruction: boolean;
  /** How many children of each name there are, for their paths. */
  readonly counts: Map<string, number>;
};

/**
 * Reads XML that anyone may have written.
 * @throws Refusal `dcc_hostile`, `dcc_not_xml` with the line and column
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.byteLength > MAX_XML_BYTES) throw hostile('The file is larger than 16 MiB.');
  return parseXmlText(decodeXml(bytes));
}

/**
 * The same of text that has been decoded.
 * @throws as `parseXml`
 */
export function parseXmlText(text: string): XmlElement {
  const open: Growing[] = [];
  const roots: Growing[] = [];
  let hasInstruction = false;
  const reader = new XmlReader(
    {
      open: (tag) => {
        const element = started(tag, open.at(-1) ?? null);
        if (open.length === 0) roots.push(element);
        open.push(element);
      },
      close: () => open.pop(),
      text: (piece) => {
        const current = open.at(-1);
        if (current) current.text += piece;
      },
      instruction: () => {
        const current = open.at(-1);
        if (current) current.hasInstruction = true;
        else hasInstruction = true;
      }
    },
    LIMITS,
    refusalOf
  );
  reader.read(text);
  reader.end();
  const [root] = roots;
  if (!root) throw new Refusal('dcc_not_xml', 'The file contains no XML.');
  root.hasInstruction ||= hasInstruction;
  return root;
}

function refusalOf(fault: XmlFault): Refusal {
  if (fault.what === 'document_type') return hostile('The file has a document type declaration, which is not allowed.');
  if (fault.what === 'too_much') return hostile(`The file has ${fault.message}.`);
  return new Refusal('dcc_not_xml', `The file is not well-formed XML (${fault.message}).`);
}

function started(tag: XmlTag, parent: Growing | null): Growing {
  const name = `${prefixOf(tag.namespace)}${tag.name}`;
  const index = (parent?.counts.get(name) ?? 0) + 1;
  parent?.counts.set(name, index);
  const element: Growing = {
    namespace: tag.namespace,
    name: tag.name,
    attributes: new Map(tag.attributes()),
    children: [],
    text: '',
    hasInstruction: false,
    parent,
    path: `${parent?.path ?? ''}/${name}${index > 1 ? `[${index}]` : ''}`,
    counts: new Map()
  };
  parent?.children.push(element);
  return element;
}

const hostile = (message: string) => new Refusal('dcc_hostile', message);
