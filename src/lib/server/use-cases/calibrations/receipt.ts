import { openSealed, sealText } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Submission } from './submission.ts';

/** What the server gave a calibration when it was recorded. */
export type IssuedNumbers = {
  readonly version: number;
  readonly certificateNumber: string;
  readonly recordedAt: string;
};
type ReceiptOwner = Pick<Submission, 'id' | 'payloadSha256'> & { readonly userId: string };

const PURPOSE = 'plumbline receipt v1';
const sealOf = ({ id, userId, payloadSha256 }: ReceiptOwner) => ({
  purpose: PURPOSE,
  bound: `${id}:${userId}:${payloadSha256}`
});

/** What a device keeps, so that a server whose data know of nothing any more can trust what it had said itself. */
export const writeReceipt = (issued: IssuedNumbers, owner: ReceiptOwner, secrets: SecretKeys): string =>
  sealText(JSON.stringify([issued.version, issued.certificateNumber, issued.recordedAt]), sealOf(owner), secrets);

/** @returns null for what this installation has not written for this very calibration. */
export function readReceipt(receipt: string, owner: ReceiptOwner, secrets: SecretKeys): IssuedNumbers | null {
  const text = openSealed(receipt, sealOf(owner), secrets);
  if (text === null) return null;
  const [version, certificateNumber, recordedAt] = JSON.parse(text) as [number, string, string];
  return { version, certificateNumber, recordedAt };
}
