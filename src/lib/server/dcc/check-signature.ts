import { createHash, X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type { DccSignature } from '#lib/contracts/dcc.ts';
import { parseXmlText } from './parse-xml.ts';
import { withoutSignatures } from './without-signatures.ts';
import { at, DSIG, everyElement, saysTheSame, textAt, type XmlElement } from './xml-tree.ts';

/** In a whole document without `xml:` attributes, version 1.1 gives the same text as 1.0, which the library knows. */
const CANONICAL = {
  'http://www.w3.org/2006/12/xml-c14n11': 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
} as const;
/** A broken one is refused before anybody is told what the file says. */
export type CheckedSignature = Omit<DccSignature, 'state'> & { readonly state: DccSignature['state'] | 'broken' };
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
/** Those of the library, without SHA-1: two contents of one digest can be made, so that one is signed and the other is read. */
const METHODS = new Set(['rsa-sha256', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`));
const DIGESTS = new Set(['sha256', 'sha512'].map((name) => `http://www.w3.org/2001/04/xmlenc#${name}`));
const CANONICALIZATIONS = new Set([
  ...Object.keys(CANONICAL),
  ...['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'http://www.w3.org/2001/10/xml-exc-c14n#'].flatMap((name) => [
    name,
    `${name.replace('#', '')}#WithComments`
  ])
]);

/**
 * Whether what was read is what somebody signed. The signer is named, not judged: nothing here knows which laboratories a reader
 * trusts.
 * @param text the whole file
 */
export function checkSignature(text: string, root: XmlElement): CheckedSignature {
  const found = root.children.filter(({ name, namespace }) => name === 'Signature' && namespace === DSIG);
  const [signature] = found;
  if (!signature) return { state: 'none', signer: null };
  const signer = signerOf(signature);
  if (found.length > 1 || signer === null || !isUnderstood(signature, root) || OTHER_LINE_ENDS.test(text)) {
    return NOT_CHECKED;
  }
  const signed = signedText(text, signer.pem);
  if (signed === null) return { state: 'broken', signer: signer.described };
  return isWhatIsRead(signed, root) ? { state: 'intact', signer: signer.described } : NOT_CHECKED;
}

/** Without the signer that the file names: anyone can have put any name there. */
const NOT_CHECKED: CheckedSignature = { state: 'not_checked', signer: null };

/** The library takes them for line ends, as XML 1.1 does, so that what was signed cannot be made again. */
const OTHER_LINE_ENDS = /[\u0085\u2028]/u;

/** Two programs read the file: what the library has verified must be what readers are shown. */
function isWhatIsRead(signed: string, root: XmlElement): boolean {
  try {
    return saysTheSame(parseXmlText(signed), withoutSignatures(root));
  } catch {
    return false;
  }
}

/** One reference to the whole document, by methods that the library verifies. */
function isUnderstood(signature: XmlElement, root: XmlElement): boolean {
  const info = at(signature, 'SignedInfo');
  const references = info?.children.filter(({ name }) => name === 'Reference') ?? [];
  const [reference] = references;
  const algorithmOf = (one: XmlElement | null) => one?.attributes.get('Algorithm') ?? '';
  const [first, ...canonicalizations] = at(reference, 'Transforms')?.children.map(algorithmOf) ?? [];
  const all = [...everyElement(root)];
  const hasXmlAttributes = all.some(({ attributes }) => attributes.has('base') || attributes.has('space'));
  return (
    references.length === 1 &&
    reference?.attributes.get('URI') === '' &&
    first === ENVELOPED &&
    canonicalizations.length <= 1 &&
    [...canonicalizations, algorithmOf(at(info, 'CanonicalizationMethod'))].every((one) =>
      CANONICALIZATIONS.has(one)
    ) &&
    METHODS.has(algorithmOf(at(info, 'SignatureMethod'))) &&
    DIGESTS.has(algorithmOf(at(reference, 'DigestMethod'))) &&
    // The library finds them by their names alone: one of another namespace would be taken instead.
    isAlone(signature, ['CanonicalizationMethod', 'SignatureMethod']) &&
    isAlone(reference, ['Transforms', 'DigestMethod']) &&
    !hasXmlAttributes &&
    // The library takes what an instruction says for text of the document, where readers leave it out.
    !all.some(({ hasInstruction }) => hasInstruction) &&
    // The library leaves out every signature of the same value: what lies in a second one would not be signed.
    isAlone(root, ['Signature', 'SignedInfo'])
  );
}

/** Whether there is one element of each of these names, whatever its namespace. */
function isAlone(within: XmlElement, names: readonly string[]): boolean {
  const all = [...everyElement(within)];
  return names.every((one) => all.filter(({ name }) => name === one).length === 1);
}

function signerOf(signature: XmlElement): { readonly pem: string; readonly described: DccSignature['signer'] } | null {
  const encoded = textAt(signature, 'KeyInfo', 'X509Data', 'X509Certificate');
  if (encoded === null) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(encoded, 'base64'));
    const name = certificate.subject
      .split('\n')
      .map((part) => part.trim())
      .join(', ');
    const fingerprint = createHash('sha256').update(certificate.raw).digest('hex');
    return {
      pem: certificate.toString(),
      described: { name, fingerprint_sha256: fingerprint, valid_to: new Date(certificate.validTo).toISOString() }
    };
  } catch {
    return null;
  }
}

/** The canonical text that was signed; null if the signature does not match. */
function signedText(text: string, pem: string): string | null {
  try {
    const checker = new SignedXml({ publicCert: pem, getCertFromKeyInfo: () => null });
    for (const [alias, known] of Object.entries(CANONICAL)) {
      const algorithm = checker.CanonicalizationAlgorithms[known];
      if (algorithm)
        checker.CanonicalizationAlgorithms[alias as keyof typeof checker.CanonicalizationAlgorithms] = algorithm;
    }
    const document = text.replace(/^\ufeff/u, '');
    const nodes = checker.findSignatures(new DOMParser().parseFromString(document, 'text/xml'));
    const [node] = nodes;
    if (!node) return null;
    checker.loadSignature(node);
    return checker.checkSignature(document) ? (checker.getSignedReferences()[0] ?? null) : null;
  } catch {
    return null;
  }
}
