import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { certificatesIn } from './certificate-chain.ts';
import { der, integer, oid, readDer, readParts, sequence, TAG } from './der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 14_000;

/** A time-stamping authority, and the certificates that its own must lead to. */
export type TimeStampServer = {
  readonly url: string;
  /** PEM; if omitted, the root certificates that come with Node. */
  readonly anchorsPem?: string | undefined;
};

/**
 * An RFC 3161 time stamp over `data`, verified, as the DER of its token.
 * @throws Error with the reason if the server does not answer in ten seconds or refuses, or if its token is not trusted
 */
export async function requestTimeStamp(
  server: TimeStampServer,
  data: Uint8Array,
  now = new Date()
): Promise<Uint8Array> {
  const digest = createHash('sha256').update(data).digest();
  const imprint = sequence(sequence(oid(SHA256), der(TAG.nothing)), der(TAG.octets, digest));
  const nonce = randomBytes(8);
  const certificateWanted = Buffer.from([0x01, 0x01, 0xff]);
  const query = sequence(integer(Buffer.from([1])), imprint, integer(nonce), certificateWanted);
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(query),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS)
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const token = tokenOf(Buffer.from(await response.arrayBuffer()));
  // Only where a server is asked: what reads tokens is large.
  const { verifyTimeStamp } = await import('./verify-time-stamp.ts');
  await verifyTimeStamp(token, { data, nonce, anchors: anchorsOf(server), now });
  return token;
}

/** What the certificates of its time stamps must lead to. */
export function anchorsOf({ anchorsPem }: TimeStampServer): readonly X509Certificate[] {
  return anchorsPem === undefined ? rootCertificates.flatMap(certificatesIn) : certificatesIn(anchorsPem);
}

/** TimeStampResp ::= SEQUENCE { status PKIStatusInfo, timeStampToken OPTIONAL }; status 0 and 1 grant (RFC 3161, 2.4.2). */
function tokenOf(answer: Buffer): Uint8Array {
  const [status, token] = readParts(readDer(answer));
  const code = status ? readParts(status)[0]?.content.readUInt8(0) : undefined;
  if ((code !== 0 && code !== 1) || !token) throw new Error(`the server refused with status ${code ?? 'unknown'}`);
  if (token.whole.length > LARGEST_ANSWER) throw new Error('the time stamp is larger than a signature can hold');
  return token.whole;
}
