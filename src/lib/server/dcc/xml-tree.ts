/** XML as a tree of elements; names are those of namespaces, prefixes do not matter. */
export type XmlElement = {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
  /** Whether an instruction for a program (`<?…?>`) is in it, or anywhere outside of the root, which then says so. */
  readonly hasInstruction: boolean;
  readonly parent: XmlElement | null;
  /** Where it is, e.g. `/dcc:digitalCalibrationCertificate/dcc:measurementResults/dcc:measurementResult[2]`. */
  readonly path: string;
};

export const DCC = 'https://ptb.de/dcc';
export const SI = 'https://ptb.de/si';
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const PREFIXES: Readonly<Record<string, string>> = { [DCC]: 'dcc:', [SI]: 'si:', [DSIG]: 'ds:' };
export const prefixOf = (namespace: string): string => PREFIXES[namespace] ?? '';

type In = Pick<XmlElement, 'children' | 'namespace'>;

/** Those of the parent’s own namespace, unless another is named: what is foreign has the name by chance. */
export const childrenOf = (
  parent: In | null | undefined,
  name: string,
  namespace = parent?.namespace
): readonly XmlElement[] =>
  (parent?.children ?? []).filter((child) => child.name === name && child.namespace === namespace);

/** The element at a path of names below `parent`; null if there is none. */
export function at(parent: XmlElement | null | undefined, ...names: readonly string[]): XmlElement | null {
  let found: XmlElement | null = parent ?? null;
  for (const name of names) found = childrenOf(found, name)[0] ?? null;
  return found;
}

/** Its text without the spaces around it; null if there is none. */
export const textAt = (parent: XmlElement | null | undefined, ...names: readonly string[]): string | null =>
  at(parent, ...names)?.text.trim() || null;

/** Those of the given name below `root` that are reached through elements of its own namespace alone. */
export const everyOwn = (root: XmlElement, name: string): readonly XmlElement[] =>
  root.children
    .filter(({ namespace }) => namespace === root.namespace)
    .flatMap((child) => [...(child.name === name ? [child] : []), ...everyOwn(child, name)]);

/** The element and all below it, in the order of the document. */
export function* everyElement(root: XmlElement): Generator<XmlElement> {
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    for (let i = next.children.length - 1; i >= 0; i--) waiting.push(next.children[i] as XmlElement);
  }
}

/** Whether both say the same: names, attributes, texts and elements in their order, wherever they are. */
export function saysTheSame(one: XmlElement, other: XmlElement): boolean {
  return (
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.text === other.text &&
    one.attributes.size === other.attributes.size &&
    [...one.attributes].every(([name, value]) => other.attributes.get(name) === value) &&
    one.children.length === other.children.length &&
    one.children.every((child, index) => {
      const counterpart = other.children[index];
      return counterpart !== undefined && saysTheSame(child, counterpart);
    })
  );
}
