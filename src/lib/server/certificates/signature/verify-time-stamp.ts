import { X509Certificate } from 'node:crypto';
import type { Certificate, TSTInfo } from 'pkijs';
import { MOST_DIFFERENCE_MS, readTimeStamp } from '#lib/signed-file/time-stamp.ts';
import { rawOf } from '#lib/signed-file/certificates.ts';
import { chainTo } from './certificate-chain.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';

/** What a time stamp must be about, and who may have made it. */
export type ExpectedStamp = {
  /** The bytes that are stamped. */
  readonly data: Uint8Array;
  /** The nonce that was sent, without leading zeros. */
  readonly nonce: Uint8Array;
  readonly anchors: readonly X509Certificate[];
  readonly now: Date;
};

/**
 * Checks a time-stamp token as RFC 3161, 2.2 and 2.4.2, asks of whoever requested it: it answers this request, its time is now, its
 * signature is right, and its certificate is for time-stamping alone, is named in what was signed (RFC 5816) and leads to an anchor.
 * @throws Error with the reason in words
 */
export async function verifyTimeStamp(token: Uint8Array, expected: ExpectedStamp): Promise<void> {
  const { info, signer, others } = await readTimeStamp(token, expected.data);
  checkAnswers(info, expected);
  chainTo(expected.anchors, x509(signer), others.map(x509), expected.now);
}

const x509 = (certificate: Certificate): X509Certificate => new X509Certificate(rawOf(certificate));

function checkAnswers({ messageImprint, nonce, genTime }: TSTInfo, { nonce: sent, now }: ExpectedStamp): void {
  if (messageImprint.hashAlgorithm.algorithmId !== SHA256) throw new Error('the token is about something else');
  const returned = nonce && Buffer.from(nonce.valueBlock.valueHexView);
  if (!returned || !withoutZeros(returned).equals(withoutZeros(Buffer.from(sent))))
    throw new Error('the token answers another request');
  if (Math.abs(genTime.getTime() - now.getTime()) > MOST_DIFFERENCE_MS)
    throw new Error(`its time, ${genTime.toISOString()}, is more than five minutes from that of this server`);
}

function withoutZeros(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? Buffer.alloc(0) : bytes.subarray(first);
}
