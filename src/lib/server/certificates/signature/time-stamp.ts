import { createHash, randomBytes } from 'node:crypto';
import { der, integer, oid, readDer, readParts, sequence, TAG } from './der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER = 14_000;

/**
 * An RFC 3161 time stamp over `signature` from the server at `url`, as the DER of its token.
 * Throws with the reason if the server does not answer in ten seconds, refuses, or stamps something else.
 */
export async function requestTimeStamp(url: string, signature: Uint8Array): Promise<Uint8Array> {
  const imprint = sequence(
    sequence(oid(SHA256), der(TAG.nothing)),
    der(TAG.octets, createHash('sha256').update(signature).digest())
  );
  const nonce = integer(randomBytes(8));
  const certificateWanted = Buffer.from([0x01, 0x01, 0xff]);
  const query = sequence(integer(Buffer.from([1])), imprint, nonce, certificateWanted);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(query),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS)
  });
  if (!response.ok) throw new Error(`The time stamp server answered ${response.status}`);
  return tokenOf(Buffer.from(await response.arrayBuffer()), imprint, nonce);
}

/** TimeStampResp ::= SEQUENCE { status PKIStatusInfo, timeStampToken OPTIONAL }; status 0 and 1 grant (RFC 3161, 2.4.2). */
function tokenOf(answer: Buffer, imprint: Buffer, nonce: Buffer): Uint8Array {
  const [status, token] = readParts(readDer(answer));
  const code = status ? readParts(status)[0]?.content.readUInt8(0) : undefined;
  if ((code !== 0 && code !== 1) || !token)
    throw new Error(`The time stamp server refused with status ${code ?? 'unknown'}`);
  const digest = readParts(readDer(imprint))[1]?.whole;
  if (!digest || !token.whole.includes(digest) || !token.whole.includes(nonce)) {
    throw new Error('The time stamp answers another question');
  }
  if (token.whole.length > LARGEST_ANSWER) throw new Error('The time stamp is larger than a signature can hold');
  return token.whole;
}
