import type { Attachment } from '#lib/contracts/attachments.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findAttachments } from '#lib/server/db/attachments.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { withAddress } from './attachment-address.ts';
import { findHolder, type HolderRef } from './holder.ts';

/** The files of a record, the newest first, for everyone who may see the record. @throws Refusal `not_found`, `ambiguous_ref` */
export const listAttachments = (services: Services, actor: PersonActor, ref: HolderRef): Promise<Attachment[]> =>
  reading(services.pool, actor, async (tx) =>
    (await findAttachments(tx, await findHolder(tx, ref))).map((file) => withAddress(services, file))
  );
