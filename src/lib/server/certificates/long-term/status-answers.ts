/** Questions to an authority's responder, and its answers (OCSP, RFC 6960). */
import { createHash, type X509Certificate } from 'node:crypto';
import { OctetString } from 'asn1js';
import { BasicOCSPResponse, OCSPResponse } from 'pkijs';
import { x509 } from '../signature/certificate-chain.ts';
import { partsOf } from '../signature/certificate-fields.ts';
import { der, oid, readDer, sequence, TAG } from '../signature/der.ts';
import { isResponder, needsNoCheck } from './certificate-parts.ts';
import { assertCounts, isSignedBy, Revoked, type Asked } from './signed-by.ts';

const OID = {
  sha1: '1.3.14.3.2.26',
  nonce: '1.3.6.1.5.5.7.48.1.2',
  basic: '1.3.6.1.5.5.7.48.1.1'
} as const;
/** The tags of CertStatus. */
const STATUS = { good: 0, revoked: 1 } as const;

/** The certificates are named by SHA-1, which every responder knows; nothing is kept secret or signed with it. */
export function statusRequest({ certificate, issuer }: Omit<Asked, 'now'>, nonce: Uint8Array): Buffer {
  const { serial, issuer: name } = partsOf(certificate);
  const nameHash = createHash('sha1').update(name).digest();
  const id = sequence(
    sequence(oid(OID.sha1), der(TAG.nothing)),
    der(TAG.octets, nameHash),
    der(TAG.octets, partsOf(issuer).keyHash),
    serial
  );
  const extension = sequence(oid(OID.nonce), der(TAG.octets, der(TAG.octets, nonce)));
  return sequence(sequence(sequence(sequence(id)), der(0xa2, sequence(extension))));
}

/**
 * Checks a response about one certificate: signed by its issuer or by a responder that the issuer has named, about this certificate, of the
 * time, and good. @param nonce as it was sent; responders may leave it out (RFC 5019), then the time alone counts; null: it was sent long ago
 * @returns the responder whose own certificate must be shown not to be revoked before the answer counts (RFC 6960, 4.2.2.2.1); null: none
 * @throws Revoked; Error with the reason in words
 */
export function checkStatus(answer: Uint8Array, asked: Asked, nonce: Uint8Array | null): X509Certificate | null {
  const basic = read(answer);
  const { certificate, issuer, now } = asked;
  const data = basic.tbsResponseData;
  const signature = {
    algorithm: basic.signatureAlgorithm,
    signature: basic.signature.valueBlock.valueHexView
  };
  const responders = [issuer, ...certificatesOf(basic).filter((one) => mayAnswer(one, issuer, now))];
  const responder = responders.find((one) => isSignedBy(one, data.tbsView, signature));
  if (responder === undefined) throw new Error('the answer is not signed by the authority');
  const returned = data.responseExtensions?.find(({ extnID }) => extnID === OID.nonce)?.extnValue.valueBlock
    .valueHexView;
  if (nonce !== null && returned !== undefined && !nonceIn(returned).equals(nonce))
    throw new Error('the answer is to another question');
  const { serial, issuer: name } = partsOf(certificate);
  const { keyHash } = partsOf(issuer);
  const nameHash = createHash('sha1').update(name).digest();
  const number = readDer(serial).content;
  const single = data.responses.find(
    ({ certID }) =>
      certID.hashAlgorithm.algorithmId === OID.sha1 &&
      nameHash.equals(certID.issuerNameHash.valueBlock.valueHexView) &&
      keyHash.equals(certID.issuerKeyHash.valueBlock.valueHexView) &&
      number.equals(certID.serialNumber.valueBlock.valueHexView)
  );
  if (single === undefined) throw new Error('the answer is about another certificate');
  assertCounts(single.thisUpdate, single.nextUpdate, now);
  const status = (single.certStatus as { idBlock?: { tagNumber?: number } }).idBlock?.tagNumber;
  if (status === STATUS.revoked) throw new Revoked(revokedAt(single.certStatus) ?? single.thisUpdate);
  if (status !== STATUS.good) throw new Error('the authority does not know the certificate');
  return responder === issuer || needsNoCheck(responder) ? null : responder;
}

function read(answer: Uint8Array): BasicOCSPResponse {
  let response: OCSPResponse;
  try {
    response = OCSPResponse.fromBER(new Uint8Array(answer).buffer);
  } catch (thrown) {
    throw new Error('the answer cannot be read', { cause: thrown });
  }
  const status = response.responseStatus.valueBlock.valueDec;
  if (status !== 0) throw new Error(`the authority refused with status ${status}`);
  const bytes = response.responseBytes;
  if (bytes?.responseType !== OID.basic) throw new Error('the answer cannot be read');
  try {
    return BasicOCSPResponse.fromBER(new Uint8Array(bytes.response.valueBlock.valueHexView).buffer);
  } catch (thrown) {
    throw new Error('the answer cannot be read', { cause: thrown });
  }
}

const certificatesOf = ({ certs = [] }: BasicOCSPResponse): readonly X509Certificate[] => certs.map(x509);

const mayAnswer = (responder: X509Certificate, issuer: X509Certificate, now: Date): boolean =>
  responder.checkIssued(issuer) &&
  responder.verify(issuer.publicKey) &&
  isResponder(responder) &&
  new Date(responder.validFrom) <= now &&
  now <= new Date(responder.validTo);

/** The value of the extension is an OCTET STRING; some responders give its content alone. */
function nonceIn(value: Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  if (bytes[0] !== TAG.octets || bytes[1] !== bytes.length - 2) return bytes;
  return bytes.subarray(2);
}

/** RevokedInfo ::= SEQUENCE { revocationTime GeneralizedTime, … } */
function revokedAt(status: unknown): Date | null {
  const [time] = (status as { valueBlock?: { value?: readonly unknown[] } }).valueBlock?.value ?? [];
  const found = (time as { toDate?: () => Date } | undefined)?.toDate?.();
  return found instanceof Date && !(time instanceof OctetString) ? found : null;
}
