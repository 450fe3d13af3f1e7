import { openSealed, sealText } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Submission } from './submission.ts';

/** The numbers the server assigned to a calibration when it was recorded. */
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

/** A receipt for the device, so that a server whose data were restored can trust its own earlier response. */
export const writeReceipt = (issued: IssuedNumbers, owner: ReceiptOwner, secrets: SecretKeys): string =>
  sealText(JSON.stringify([issued.version, issued.certificateNumber, issued.recordedAt]), sealOf(owner), secrets);

/** @returns null unless this installation wrote the receipt for this calibration. */
export function readReceipt(receipt: string, owner: ReceiptOwner, secrets: SecretKeys): IssuedNumbers | null {
  const text = openSealed(receipt, sealOf(owner), secrets);
  if (text === null) return null;
  const [version, certificateNumber, recordedAt] = JSON.parse(text) as [number, string, string];
  return { version, certificateNumber, recordedAt };
}
