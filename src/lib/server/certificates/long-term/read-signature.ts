import { createHash, type X509Certificate } from 'node:crypto';
import { Certificate } from 'pkijs';
import { readCms } from '#lib/signed-file/check-file.ts';
import { findSignature } from '#lib/signed-file/find-signature.ts';
import { stampOfSignature } from '#lib/signed-file/time-stamp.ts';
import { issuerIn, x509 } from '../signature/certificate-chain.ts';

/** What the signature of a certificate is checked with. */
export type ReadSignature = {
  readonly certificate: X509Certificate;
  /** From the certificate to the last one above it that the message has. */
  readonly chain: readonly X509Certificate[];
  /** Its time stamp, in DER, and what that is about; null without. */
  readonly stamp: { readonly token: Uint8Array; readonly data: Uint8Array } | null;
  /** As the security store names it. */
  readonly about: string;
  /** Whether additions of proofs were allowed when it was signed (DocMDP 2). */
  readonly mayBeContinued: boolean;
};

const LONGEST_CHAIN = 8;

/** @param original as it was signed @throws Error if it has no signature that can be read */
export function readSignature(original: Uint8Array): ReadSignature {
  const found = findSignature(original);
  const cms = typeof found === 'string' ? null : readCms(found.cms);
  const info = cms?.signerInfos[0];
  if (typeof found === 'string' || !cms || !info) throw new Error('the certificate has no signature that can be read');
  const all = (cms.certificates ?? []).flatMap((one) => (one instanceof Certificate ? [x509(one)] : []));
  const fingerprints = new Set(namedIn(info.sid, all));
  const certificate = all.find((one) => fingerprints.has(one.fingerprint256));
  if (certificate === undefined) throw new Error('the signature has not the certificate of its signer');
  const token = stampOfSignature(info);
  return {
    certificate,
    chain: chainIn(certificate, all),
    stamp: token && { token, data: new Uint8Array(info.signature.valueBlock.valueHexView) },
    about: storeNameOf(found.contents),
    mayBeContinued: /\/TransformParams\s*<<[^>]*\/P 2\b/u.test(Buffer.from(original).toString('latin1'))
  };
}

/** ISO 32000-2, 12.8.4.4. */
export const storeNameOf = (contents: Uint8Array): string =>
  createHash('sha1').update(contents).digest('hex').toUpperCase();

/** IssuerAndSerialNumber names one of them; ours has it first. */
function namedIn(sid: unknown, all: readonly X509Certificate[]): readonly string[] {
  const serial = (sid as { serialNumber?: { valueBlock?: { valueHexView?: Uint8Array } } }).serialNumber?.valueBlock
    ?.valueHexView;
  const wanted = serial && BigInt(`0x${Buffer.from(serial).toString('hex')}`);
  return all
    .filter(({ serialNumber }) => wanted !== undefined && BigInt(`0x${serialNumber}`) === wanted)
    .map(({ fingerprint256 }) => fingerprint256);
}

function chainIn(certificate: X509Certificate, all: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain = [certificate];
  for (let last = certificate; chain.length < LONGEST_CHAIN; chain.push(last)) {
    const current = last;
    const issuer = issuerIn(
      all.filter((one) => !chain.includes(one)),
      current
    );
    if (issuer === undefined) return chain;
    last = issuer;
  }
  return chain;
}
