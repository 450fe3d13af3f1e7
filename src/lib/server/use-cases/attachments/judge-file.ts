import { writeFile } from 'node:fs/promises';
import { ATTACHMENT_TYPES } from '#lib/contracts/attachments.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { reEncodePicture } from '#lib/server/images/re-encode-picture.ts';
import { endingOf, renamed, safeName } from './file-name.ts';
import { isPicture, looksLike } from './looks-like.ts';
import type { ReceivedFile } from './received-file.ts';

/** A received file with the name and type under which it is kept. */
export type JudgedFile = ReceivedFile & { readonly name: string; readonly mediaType: string };

/** Enough to read every scale and plate in a photograph. */
export const ATTACHED_SIDE_PIXELS = 3200;

/**
 * Accepts a file whose contents match its name. A picture is re-encoded from its pixels, without location and camera
 * data, in the same file.
 * @throws Refusal `wrong_type`, `not_an_image`
 */
export async function judgeFile(file: ReceivedFile, givenName: string): Promise<JudgedFile> {
  const name = safeName(givenName);
  const ending = endingOf(name);
  if (ending === null)
    throw wrongType(`Send a file whose name ends in one of ${Object.keys(ATTACHMENT_TYPES).join(', ')}.`);
  if (file.size === 0) throw wrongType('The file is empty.');
  if (isPicture(ending)) {
    const picture = await reEncodePicture(file.path, ATTACHMENT_TYPES[ending], 'whole', ATTACHED_SIDE_PIXELS);
    await writeFile(file.path, picture.bytes);
    const { bytes, sha256, contentType } = picture;
    return { path: file.path, size: bytes.byteLength, sha256, name: renamed(name, 'webp'), mediaType: contentType };
  }
  if (!(await looksLike(file.path, ending)))
    throw wrongType(`The file is not what its name says: it is no ${ending} file.`);
  return { ...file, name, mediaType: ATTACHMENT_TYPES[ending] };
}

const wrongType = (detail: string) => new Refusal('wrong_type', detail);
