import { CertificateRevocationList } from 'pkijs';
import { partsOf } from '../signature/certificate-fields.ts';
import { readDer, readParts, TAG } from '../signature/der.ts';
import { maySignLists } from './certificate-parts.ts';
import { assertCounts, isSignedBy, Revoked, type Asked } from './signed-by.ts';

const OID = { deltaList: '2.5.29.27', issuingPoint: '2.5.29.28' } as const;
/** Critical extensions whose meaning is heeded here. */
const KNOWN: readonly string[] = [OID.issuingPoint];
type Point = {
  readonly onlyContainsUserCerts?: boolean;
  readonly onlyContainsCACerts?: boolean;
  readonly onlySomeReasons?: unknown;
  readonly indirectCRL?: boolean;
  readonly onlyContainsAttributeCerts?: boolean;
};

/**
 * Checks a list of revoked certificates (RFC 5280, 5 and 6.3) about one certificate: of its issuer, signed by it, complete, and of the time.
 * @throws Revoked if it is on the list; Error with the reason in words
 */
export function checkRevocationList(der: Uint8Array, { certificate, issuer, now }: Asked): void {
  const list = read(der);
  const { signatureAlgorithm, signatureValue } = list;
  const signature = { algorithm: signatureAlgorithm, signature: signatureValue.valueBlock.valueHexView };
  const { serial, issuer: name } = partsOf(certificate);
  if (!issuerOf(list.tbsView).equals(name)) throw new Error('the list is of another authority');
  // RFC 5280, 5.1.1.2: what was signed names how.
  if (!list.signature.isEqual(signatureAlgorithm)) throw new Error('the list is not signed as it says');
  if (!maySignLists(issuer) || !isSignedBy(issuer, list.tbsView, signature))
    throw new Error('the list is not signed by the authority');
  const extensions = list.crlExtensions?.extensions ?? [];
  if (extensions.some(({ extnID, critical }) => extnID === OID.deltaList || (critical && !KNOWN.includes(extnID))))
    throw new Error('the list is not complete');
  const point = extensions.find(({ extnID }) => extnID === OID.issuingPoint)?.parsedValue as Point | undefined;
  if (point && !covers(point, certificate.ca)) throw new Error('the list is about other certificates');
  const end = list.nextUpdate?.value;
  if (end === undefined) throw new Error('the list does not say until when it counts');
  assertCounts(list.thisUpdate.value, end, now);
  const wanted = readDer(serial).content;
  const entry = list.revokedCertificates?.find(({ userCertificate }) =>
    wanted.equals(userCertificate.valueBlock.valueHexView)
  );
  if (entry) throw new Revoked(entry.revocationDate.value);
}

function read(der: Uint8Array): CertificateRevocationList {
  try {
    return CertificateRevocationList.fromBER(new Uint8Array(der).buffer);
  } catch (thrown) {
    throw new Error('the answer is no list of revoked certificates', { cause: thrown });
  }
}

/** TBSCertList ::= SEQUENCE { version INTEGER OPTIONAL, signature, issuer, … } */
function issuerOf(body: Uint8Array): Buffer {
  const fields = readParts(readDer(body));
  const issuer = fields[fields[0]?.tag === TAG.integer ? 2 : 1];
  if (!issuer) throw new Error('the answer is no list of revoked certificates');
  return issuer.whole;
}

const covers = (point: Point, isAuthority: boolean): boolean =>
  !point.indirectCRL &&
  !point.onlyContainsAttributeCerts &&
  point.onlySomeReasons === undefined &&
  !(isAuthority ? point.onlyContainsUserCerts : point.onlyContainsCACerts);
