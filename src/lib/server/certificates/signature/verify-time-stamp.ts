import type { X509Certificate } from 'node:crypto';
import { MOST_DIFFERENCE_MS, readTimeStamp, type TimeStampToken } from '#lib/signed-file/time-stamp.ts';
import { chainTo, x509 } from './certificate-chain.ts';

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
 * Checks a time-stamp token as RFC 3161, 2.2 and 2.4.2, asks of whoever requested it: it answers this request, its time is now, and what
 * `readTimeStamp` checks is right; its certificate leads to an anchor.
 * @throws Error with the reason in words
 */
export async function verifyTimeStamp(token: Uint8Array, expected: ExpectedStamp): Promise<void> {
  const stamp = await readTimeStamp(token, expected.data);
  const returned = stamp.nonce && Buffer.from(stamp.nonce);
  if (!returned || !withoutZeros(returned).equals(withoutZeros(Buffer.from(expected.nonce))))
    throw new Error('the token answers another request');
  if (Math.abs(stamp.at.getTime() - expected.now.getTime()) > MOST_DIFFERENCE_MS)
    throw new Error(`its time, ${stamp.at.toISOString()}, is more than five minutes from that of this server`);
  chainOfStamp(stamp, expected.anchors, [], expected.now);
}

/**
 * The certificates from that of the stamp's authority to an anchor. @param between those that are known from elsewhere
 * @throws Error with the reason in words
 */
export const chainOfStamp = (
  { signer, others }: TimeStampToken,
  anchors: readonly X509Certificate[],
  between: readonly X509Certificate[],
  day: Date
): readonly X509Certificate[] => chainTo(anchors, x509(signer), [...others.map(x509), ...between], day);

function withoutZeros(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? Buffer.alloc(0) : bytes.subarray(first);
}
