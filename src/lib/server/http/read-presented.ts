import { createHash } from 'node:crypto';
import { LARGEST_CERTIFICATE, verifyBody } from '#lib/contracts/verification.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { check } from '#lib/server/reading/check.ts';
import { readBytes, readJson } from './read-json.ts';

const JSON_LIMIT = 1024;

/**
 * The SHA-256 of a certificate sent as the file itself, as a form with the file, or as its hash in JSON. The file is
 * not stored.
 * @throws Refusal `wrong_type`, `too_large`; InvalidInput
 */
export async function readPresented(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  switch (type.split(';')[0]?.trim().toLowerCase()) {
    case 'application/json':
      return check('body', verifyBody, await readJson(request, JSON_LIMIT)).sha256;
    case 'application/pdf':
      return sha256(await readBytes(request, LARGEST_CERTIFICATE));
    case 'multipart/form-data':
      return sha256(await fileIn(await readBytes(request, LARGEST_CERTIFICATE), type));
    default:
      throw new Refusal('wrong_type', 'Send the PDF, a form with the PDF as `file`, or {"sha256": "…"} as JSON.');
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function fileIn(body: Uint8Array, type: string): Promise<Uint8Array> {
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof Blob)) throw new Refusal('bad_request', 'The form has no file. Send the PDF as `file`.');
  return new Uint8Array(await file.arrayBuffer());
}
