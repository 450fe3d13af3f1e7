import { refusedArchive } from '#lib/server/archive/zip-limits.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findKeyMark } from '#lib/server/db/whole/tables.ts';
import { amongWaitingRows } from '#lib/server/db/whole/waiting-rows.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import { markOf } from '#lib/server/use-cases/secrets/confirm-secret-key.ts';
import { forgetEverythingSealed, type Forgotten } from '#lib/server/use-cases/secrets/forget-secrets.ts';
import { resealSecrets } from '#lib/server/use-cases/secrets/reseal-secrets.ts';

/** What is to be done with secrets that were sealed with the SECRET_KEY of another installation. */
export type ForeignSecrets = {
  /** That key, 64 hexadecimal digits: they are sealed again with the key of this one. */
  readonly keyBefore: string | null;
  /** They are not imported. */
  readonly retire: boolean;
};

const sealOf = (operationId: string): Seal => ({ purpose: 'plumbline key of an archive v1', bound: operationId });

/** As the request of the work keeps the other key until the work has ended. */
export const sealedKey = (keyBefore: string, operationId: string, secrets: SecretKeys): string =>
  sealText(keyBefore, sealOf(operationId), secrets);
export const openedKey = (sealed: string, operationId: string, secrets: SecretKeys): string | null =>
  openSealed(sealed, sealOf(operationId), secrets);

/** `other`: a check found that an import has to be told the key, or to go without it. */
export type SettledSecrets =
  | { readonly secret_key: 'same' }
  | { readonly secret_key: 'resealed'; readonly resealed: number }
  | {
      readonly secret_key: 'other' | 'retired';
      readonly made_anew: {
        readonly signing_keys: number;
        readonly second_factors: number;
        readonly mail_password: boolean;
        readonly webhooks: number;
      };
    };

/**
 * Makes the secrets among the waiting rows those of this installation.
 * @param mark of the key that the archive was sealed with
 * @throws Refusal `archive_refused` where they cannot be opened, and nobody said to go without them
 */
export async function settleSecrets(
  tx: Tx,
  { secretKey }: SecretKeys,
  mark: string | null,
  { keyBefore, retire, dryRun }: ForeignSecrets & { readonly dryRun: boolean }
): Promise<SettledSecrets> {
  if (mark === (await findKeyMark(tx))) return { secret_key: 'same' };
  if (keyBefore !== null) return reseal(tx, secretKey, mark, Buffer.from(keyBefore, 'hex'));
  if (!retire && !dryRun) {
    throw refusedArchive(
      'The archive belongs to another SECRET_KEY, so its signing keys could not be opened. Send that key as secret_key_before ' +
        '(SECRET_KEY of that installation, or the file secret.key in its DATA_DIR), or retire_secrets to make new ones.'
    );
  }
  const anew = await amongWaitingRows(tx, () => forgetEverythingSealed(tx));
  return { secret_key: retire ? 'retired' : 'other', made_anew: countsOf(anew) };
}

async function reseal(tx: Tx, secretKey: Uint8Array, mark: string | null, before: Buffer): Promise<SettledSecrets> {
  if (mark !== null && markOf(before) !== mark) {
    throw refusedArchive('The key in secret_key_before is not the one that the archive was sealed with.');
  }
  const keys = { secretKey, secretKeyBefore: before };
  const { done, unreadable } = await amongWaitingRows(tx, () => resealSecrets({ pool: tx, ...keys }));
  if (unreadable.length > 0) {
    throw refusedArchive(
      `Cannot be decrypted with the key in secret_key_before: ${unreadable.slice(0, 5).join(', ')}.`
    );
  }
  return { secret_key: 'resealed', resealed: done };
}

const countsOf = ({ signingKeys, secondFactors, mailPassword, webhooks }: Forgotten) => ({
  signing_keys: signingKeys,
  second_factors: secondFactors,
  mail_password: mailPassword,
  webhooks
});
