import { DSIG, everyElement, type XmlElement } from './xml-tree.ts';

const isSignature = ({ name, namespace }: XmlElement) => name === 'Signature' && namespace === DSIG;

/**
 * The certificate without any signature in it. What is written inside a signature is not signed by it: a reader that saw it could take
 * from a file that is intact what anybody added.
 */
export function withoutSignatures(element: XmlElement, parent: XmlElement | null = null): XmlElement {
  const children: XmlElement[] = [];
  const copy: XmlElement = { ...element, parent, children };
  for (const child of element.children) if (!isSignature(child)) children.push(withoutSignatures(child, copy));
  return copy;
}

/** Of the signature that is checked, these are told by its state; of any other, nothing is. */
const TOLD = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo']);

/** The elements inside signatures that no state of a signature tells of, in the order of the document. */
export function insideSignatures(root: XmlElement): readonly XmlElement[] {
  return [...everyElement(root)].filter(isSignature).flatMap((signature) => {
    // Those that lie in another one are among the elements of that one.
    if (isInSignature(signature)) return [];
    if (signature.parent !== root) return [...everyElement(signature)];
    const others = signature.children.filter(({ name, namespace }) => namespace !== DSIG || !TOLD.has(name));
    const foreign = signature.children
      .filter((child) => !others.includes(child))
      .flatMap((child) => [...everyElement(child)].filter(({ namespace }) => namespace !== DSIG));
    return [{ ...signature, children: [] }, ...foreign, ...others.flatMap((child) => [...everyElement(child)])];
  });
}

function isInSignature({ parent }: XmlElement): boolean {
  return parent !== null && (isSignature(parent) || isInSignature(parent));
}
