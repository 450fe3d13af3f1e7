import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ATTACHMENT_TYPES } from '#lib/contracts/attachments.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { ATTACHED_SIDE_PIXELS, judgeFile } from '#lib/server/use-cases/attachments/judge-file.ts';
import { errorFinding, warningFinding, type IncomingFile } from './incoming.ts';
import { pictureAsIs } from './picture-as-is.ts';

export type Judged = {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
};

/** A file as it is kept here, held to the rules of uploads. @throws Refusal `wrong_type`, `not_an_image`, `archive_refused` */
export async function judgedFile({ record, read }: IncomingFile): Promise<Judged> {
  const bytes = await read();
  const { name, media_type } = record;
  if (media_type === ATTACHMENT_TYPES.webp && name.toLowerCase().endsWith('.webp')) {
    const picture = await pictureAsIs(bytes, ATTACHED_SIDE_PIXELS);
    if (picture !== null) return { bytes, name, mediaType: picture.contentType, sha256: picture.sha256 };
  }
  return withFolder(async (folder) => {
    const path = join(folder, 'file');
    await writeFile(path, bytes, { mode: 0o600 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const judged = await judgeFile({ path, size: bytes.byteLength, sha256 }, name);
    return { ...judged, bytes: judged.sha256 === sha256 ? bytes : await readFile(path) };
  });
}

/** Which of these files would not be accepted as uploads. */
export async function faultsOfFiles(files: readonly IncomingFile[] = []): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const file of files) {
    await judgedFile(file).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal) || thrown.code === 'archive_refused') throw thrown;
      const finding = file.isOptional ? warningFinding : errorFinding;
      findings.push(finding('file_refused', [file.path], thrown.message));
    });
  }
  return findings;
}
