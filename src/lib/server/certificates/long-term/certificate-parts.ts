import type { X509Certificate } from 'node:crypto';
import { Certificate } from 'pkijs';

const OID = {
  authorityInfo: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  distributionPoints: '2.5.29.31',
  extendedKeyUsage: '2.5.29.37',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  keyUsage: '2.5.29.15'
} as const;
const URI = 6;
const CRL_SIGN = 0x02;
const MOST_ADDRESSES = 4;

type Extended = { readonly extensions?: readonly { readonly extnID: string; readonly parsedValue?: unknown }[] };
const read = ({ raw }: X509Certificate): Extended => Certificate.fromBER(new Uint8Array(raw).buffer) as Extended;
const extensionOf = (certificate: X509Certificate, name: string) =>
  read(certificate).extensions?.find(({ extnID }) => extnID === name);

type Name = { readonly type?: number; readonly value?: unknown };
const addressesIn = (names: readonly unknown[]): readonly string[] =>
  (names as readonly Name[])
    .flatMap(({ type, value }) =>
      type === URI && typeof value === 'string' && /^https?:\/\//iu.test(value) ? [value] : []
    )
    .slice(0, MOST_ADDRESSES);

/** Where its authority answers whether it still counts (OCSP). */
export function responderAddresses(certificate: X509Certificate): readonly string[] {
  const found = extensionOf(certificate, OID.authorityInfo)?.parsedValue as
    | { readonly accessDescriptions?: readonly { readonly accessMethod: string; readonly accessLocation: unknown }[] }
    | undefined;
  return addressesIn(
    (found?.accessDescriptions ?? [])
      .filter(({ accessMethod }) => accessMethod === OID.ocsp)
      .map(({ accessLocation }) => accessLocation)
  );
}

/** Where the list of what its authority has revoked is. */
export function listAddresses(certificate: X509Certificate): readonly string[] {
  const found = extensionOf(certificate, OID.distributionPoints)?.parsedValue as
    { readonly distributionPoints?: readonly { readonly distributionPoint?: unknown }[] } | undefined;
  return addressesIn(
    (found?.distributionPoints ?? []).flatMap(({ distributionPoint }) =>
      Array.isArray(distributionPoint) ? (distributionPoint as unknown[]) : []
    )
  );
}

/** Whether it may sign OCSP responses for its issuer (RFC 6960, 4.2.2.2). */
export function isResponder(certificate: X509Certificate): boolean {
  const usage = extensionOf(certificate, OID.extendedKeyUsage)?.parsedValue as
    { readonly keyPurposes?: readonly string[] } | undefined;
  return usage?.keyPurposes?.includes(OID.ocspSigning) === true;
}

/** Whether its issuer vouches for a responder without anybody asking about it (RFC 6960, 4.2.2.2.1). */
export const needsNoCheck = (responder: X509Certificate): boolean =>
  extensionOf(responder, OID.ocspNoCheck) !== undefined;

/** Whether it may sign lists: an authority that restricts the use of its key must name this use (RFC 5280, 4.2.1.3). */
export function maySignLists(certificate: X509Certificate): boolean {
  const usage = extensionOf(certificate, OID.keyUsage);
  if (usage === undefined) return certificate.ca;
  const bits = (usage.parsedValue as { readonly valueBlock?: { readonly valueHexView?: Uint8Array } } | undefined)
    ?.valueBlock?.valueHexView;
  return ((bits?.[0] ?? 0) & CRL_SIGN) !== 0;
}
