import { LARGEST_INSTALLATION } from '#lib/contracts/operations-database.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { receiveFile } from './receive-file.ts';

const CONFIRMED = 'IMPORT';
const KEY = /^[0-9a-f]{64}$/i;
const TEXTS = { names: ['confirm', 'secret_key_before', 'retire_secrets'], limit: 256 };

/**
 * Writes an archive of a whole installation to a path.
 * @returns what is to be done with secrets of another SECRET_KEY
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`; InvalidInput where nobody typed that everything is to be replaced
 */
export async function receiveInstallation(
  request: Request,
  path: string,
  { dry_run }: { readonly dry_run: boolean }
): Promise<{ readonly keyBefore: string | null; readonly retire: boolean }> {
  const texts = await receiveFile(request, path, LARGEST_INSTALLATION, TEXTS);
  const textOf = (name: string) => Buffer.from(texts.get(name) ?? []).toString();
  if (!dry_run && textOf('confirm') !== CONFIRMED) {
    throw invalidInput(
      ['body', 'confirm'],
      'not_confirmed',
      `The import replaces everything. Type ${CONFIRMED} to confirm.`
    );
  }
  // Copied from a file, it ends with a line end.
  const keyBefore = textOf('secret_key_before').trim();
  if (keyBefore !== '' && !KEY.test(keyBefore)) {
    // What was typed is not repeated: it may be a key with one digit too many.
    throw invalidInput(['body', 'secret_key_before'], 'invalid_format', 'A SECRET_KEY has 64 hexadecimal digits.');
  }
  return { keyBefore: keyBefore === '' ? null : keyBefore, retire: textOf('retire_secrets') === 'true' };
}
