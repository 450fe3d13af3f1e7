import { openSealed, sealText } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Submission } from './submission.ts';

/** What the server gave a calibration when it was recorded. */
export type Told = {
  readonly version: number;
  readonly certificateNumber: string;
  readonly recordedAt: string;
};
type Whose = Pick<Submission, 'id' | 'payloadSha256'> & { readonly userId: string };

const PURPOSE = 'plumbline receipt v1';
const sealOf = ({ id, userId, payloadSha256 }: Whose) => ({
  purpose: PURPOSE,
  bound: `${id}:${userId}:${payloadSha256}`
});

/** What a device keeps, so that a server whose data know of nothing any more can trust what it had said itself. */
export const writeReceipt = (told: Told, whose: Whose, secrets: SecretKeys): string =>
  sealText(JSON.stringify([told.version, told.certificateNumber, told.recordedAt]), sealOf(whose), secrets);

/** @returns null for what this installation has not written for this very calibration. */
export function readReceipt(receipt: string, whose: Whose, secrets: SecretKeys): Told | null {
  const text = openSealed(receipt, sealOf(whose), secrets);
  if (text === null) return null;
  const [version, certificateNumber, recordedAt] = JSON.parse(text) as [number, string, string];
  return { version, certificateNumber, recordedAt };
}
