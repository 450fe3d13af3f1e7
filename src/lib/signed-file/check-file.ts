/**
 * Whether a PDF is still what was signed: for the server, and for the browser of whoever holds a certificate. It needs `crypto.subtle`,
 * and asks nobody; whether the signer is known is for the installation to say.
 */
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { type Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs';
import type { FileCheck } from '#lib/contracts/verification.ts';
import { hex } from '#lib/numbers/hex.ts';
import { findSignature } from './find-signature.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  commonName: '2.5.4.3'
} as const;
const UNSIGNED: FileCheck = { state: 'unsigned', signer: null, reason: null };
const ALTERED: FileCheck = { state: 'altered', signer: null, reason: null };

/**
 * Checks the one signature of a PDF (PAdES, detached CMS): that it covers the whole file but itself, that nothing was appended, that the
 * digest and the signature are right, and that what was signed names the certificate. Dates and trust are not judged.
 */
export async function checkFile(bytes: Uint8Array): Promise<FileCheck> {
  const found = findSignature(bytes);
  if (found === 'none') return UNSIGNED;
  if (found === 'broken') return ALTERED;
  const cms = readCms(found.cms);
  const [info] = cms?.signerInfos ?? [];
  if (cms === null || info === undefined || cms.signerInfos.length !== 1) return ALTERED;
  const certificate = await signerOf(cms, found.signed);
  if (certificate === null) return ALTERED;
  const raw = certificate.toSchema(true).toBER();
  const fingerprint = await crypto.subtle.digest('SHA-256', raw);
  if (!namesContent(info) || !namesCertificate(info, new Uint8Array(fingerprint))) return ALTERED;
  return {
    state: 'intact',
    signer: { name: nameOf(certificate), fingerprint_sha256: hex(new Uint8Array(fingerprint)) },
    reason: found.reason
  };
}

function readCms(bytes: Uint8Array): SignedData | null {
  try {
    const info = ContentInfo.fromBER(new Uint8Array(bytes).buffer);
    const read = info.contentType === OID.signedData ? new SignedData({ schema: info.content }) : null;
    // What was signed is the file: a message with content of its own would say nothing about it.
    return read?.encapContentInfo.eContent === undefined ? read : null;
  } catch {
    return null;
  }
}

/** Whose signature it is; null unless it is right. Other certificates, of authorities above, are not judged. */
async function signerOf(cms: SignedData, signed: Uint8Array): Promise<Certificate | null> {
  const data = new Uint8Array(signed).buffer;
  const result = await cms.verify({ signer: 0, data, extendedMode: true }).catch(() => null);
  return result?.signatureVerified === true ? (result.signerCertificate ?? null) : null;
}

/** RFC 5652, 11.1: a signature over attributes is one over data only if they say so. */
const namesContent = ({ signedAttrs }: SignerInfo): boolean =>
  signedAttrs?.attributes.some(
    ({ type, values }) =>
      type === OID.contentType && values[0] instanceof ObjectIdentifier && values[0].getValue() === OID.data
  ) === true;

/** RFC 5035: SHA-256 is the default of ESSCertIDv2; the first is that of the signer. */
function namesCertificate({ signedAttrs }: SignerInfo, fingerprint: Uint8Array): boolean {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === OID.signingCertificateV2);
  const [hash] = membersOf(membersOf(membersOf(attribute?.values[0])[0])[0]);
  return hash instanceof OctetString && hex(hash.valueBlock.valueHexView) === hex(fingerprint);
}

const membersOf = (value: unknown): readonly unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

const nameOf = ({ subject }: Certificate): string => {
  const named = subject.typesAndValues.find(({ type }) => type === OID.commonName) ?? subject.typesAndValues[0];
  return String((named?.value as { valueBlock: { value: unknown } } | undefined)?.valueBlock.value ?? '');
};
