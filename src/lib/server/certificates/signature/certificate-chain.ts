import { X509Certificate } from 'node:crypto';
import type { Certificate } from 'pkijs';
import { rawOf } from '#lib/signed-file/certificates.ts';

const LONGEST_CHAIN = 8;

/** The certificates of a text in PEM. */
export const certificatesIn = (pem: string): readonly X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? []).map(
    (one) => new X509Certificate(one)
  );

/** As Node has it: names, keys and signatures of a certificate are checked by OpenSSL. */
export const x509 = (certificate: Certificate): X509Certificate => new X509Certificate(rawOf(certificate));

/** Lower-case hex. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

/**
 * Follows a certificate up to one that is trusted. Each on the way is valid on `day`, issued and signed by the next, which is a
 * certification authority.
 * @param between certificates that may stand between the two, in any order
 * @returns the certificates from the first to the anchor
 * @throws Error with the reason in words
 */
export function chainTo(
  anchors: readonly X509Certificate[],
  certificate: X509Certificate,
  between: readonly X509Certificate[],
  day: Date
): readonly X509Certificate[] {
  const chain = [certificate];
  for (let last = certificate; chain.length <= LONGEST_CHAIN; chain.push(last)) {
    const current = last;
    if (day < new Date(current.validFrom) || day > new Date(current.validTo))
      throw new Error(`the certificate of ${nameOf(current)} is not valid on ${day.toISOString().slice(0, 10)}`);
    if (anchors.some(({ raw }) => raw.equals(current.raw))) return chain;
    const issuer = issuerIn(anchors, current) ?? issuerIn(between, current);
    if (issuer === undefined)
      throw new Error(`the certificate of ${nameOf(current)} leads to no authority that is trusted`);
    last = issuer;
  }
  throw new Error('its certificates are too many');
}

/** The authority among `others` that has issued and signed a certificate, if it is not that itself. */
export const issuerIn = (
  others: readonly X509Certificate[],
  certificate: X509Certificate
): X509Certificate | undefined =>
  others.find(
    (other) =>
      other.ca &&
      certificate.checkIssued(other) &&
      certificate.verify(other.publicKey) &&
      !other.raw.equals(certificate.raw)
  );

/** Its common name, else all of its names. */
export const nameOf = ({ subject }: X509Certificate): string => /^CN=(.+)$/mu.exec(subject)?.[1] ?? subject;
