import type { Attachment } from '#lib/contracts/attachments.ts';
import type { StoredAttachment } from '#lib/server/db/attachments.ts';
import { signPath } from '#lib/server/storage/signed-path.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const HOUR_MS = 3_600_000;

/** The key of an attachment in the object store. */
export const keyOfAttachment = (id: string): string => `attachments/${id}`;

/**
 * The file with an address that downloads it for an hour. The app serves it whichever store is used: always as a
 * download, under its name, and never as a page of this site.
 */
export const withAddress = (services: Services, file: StoredAttachment): Attachment => ({
  ...file,
  url:
    services.origin +
    signPath(
      keyOfAttachment(file.id),
      { filename: file.name, contentType: file.media_type },
      new Date(services.now().getTime() + HOUR_MS),
      services
    )
});
