import { createHash } from 'node:crypto';
import { LARGEST_CERTIFICATE, verifyBody, type Presented } from '#lib/contracts/verification.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { checkFile } from '#lib/signed-file/check-file.ts';
import { networkOf } from '#lib/server/auth/network-of.ts';
import { check } from '#lib/server/reading/check.ts';
import { Turns } from '#lib/server/turns/turns.ts';
import { fileOfForm } from './file-of-form.ts';
import { readBytes, readJson } from './read-json.ts';

/** Room for the names of two chains of certificates. */
const JSON_LIMIT = 16_384;

/**
 * Each file is in memory as a whole until it is looked at, and whoever sends it may take minutes. Nobody waits for a turn: a connection that
 * waits costs something, too. Of all turns one address has no more than half.
 */
const held = new Turns({ atOnce: 8, aPerson: 4, waiting: 0 });

/** `name`: of the file, where a form has sent it. */
export type PresentedFile = Presented & { readonly name: string | null };

/**
 * The SHA-256 and the state of the signature of a certificate sent as the file itself or as a form with the file; or
 * both as the caller found them, in JSON. The file is not stored.
 * @param address of the caller
 * @throws Refusal `wrong_type`, `too_large`; `too_many_requests` while too many files are being received; `bad_request` where a form has no file; InvalidInput
 */
export async function readPresented(request: Request, address: string): Promise<PresentedFile> {
  const type = request.headers.get('content-type') ?? '';
  switch (type.split(';')[0]?.trim().toLowerCase()) {
    case 'application/json': {
      const { sha256, checked = null } = check('body', verifyBody, await readJson(request, JSON_LIMIT));
      return { sha256, checked, name: null };
    }
    case 'application/pdf':
      return inTurn(address, async () => look(await readBytes(request, LARGEST_CERTIFICATE), null));
    case 'multipart/form-data':
      return inTurn(address, async () => {
        const { bytes, name } = await fileOfForm(request, LARGEST_CERTIFICATE);
        return look(bytes, name);
      });
    default:
      throw new Refusal('wrong_type', 'Send the PDF, a form with the PDF as `file`, or {"sha256": "…"} as JSON.');
  }
}

const inTurn = (address: string, receive: () => Promise<PresentedFile>): Promise<PresentedFile> =>
  held.run(networkOf(address), receive);

const look = async (bytes: Uint8Array, name: string | null): Promise<PresentedFile> => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  checked: await checkFile(bytes),
  name
});
