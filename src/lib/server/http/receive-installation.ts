import { LARGEST_INSTALLATION } from '#lib/contracts/operations-database.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { receiveFile } from './receive-file.ts';

const CONFIRMED = 'IMPORT';

/**
 * Writes an archive of a whole installation to a path.
 * @throws Refusal `wrong_type`, `too_large`, `bad_request`; InvalidInput where nobody typed that everything is to be replaced
 */
export async function receiveInstallation(
  request: Request,
  path: string,
  { dry_run }: { readonly dry_run: boolean }
): Promise<void> {
  const texts = await receiveFile(request, path, LARGEST_INSTALLATION, { names: ['confirm'], limit: 64 });
  if (dry_run || Buffer.from(texts.get('confirm') ?? []).toString() === CONFIRMED) return;
  throw invalidInput(
    ['body', 'confirm'],
    'not_confirmed',
    `The import replaces everything. Type ${CONFIRMED} to confirm.`
  );
}
