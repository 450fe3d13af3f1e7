import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countRequestsOfDay, findRequestToTell } from '#lib/server/db/join-requests.ts';
import { findAdmins } from '#lib/server/db/memberships.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueueNotices } from './enqueue-notices.ts';

/** How many requests of one person to one organization are told of in a day. */
const MOST_A_DAY = 3;

/**
 * Tells every admin of the organization that somebody asks to join it (specification 6): in the app whatever they prefer, by mail
 * unless they do not want it. A request that was decided or withdrawn before the job ran is told to nobody; nor is another one of
 * somebody who asks and withdraws again and again: it waits on the organization's page.
 */
export const notifyJoinRequest = (
  { pool }: Services,
  { organization_id, join_request_id }: JobPayloads['notify_join_request']
): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const request = await findRequestToTell(tx, organization_id, join_request_id);
    if (request?.state !== 'pending') return;
    if ((await countRequestsOfDay(tx, organization_id, join_request_id)) > MOST_A_DAY) return;
    const admins = await findAdmins(tx, organization_id);
    const { person, organization } = request;
    await insertNotifications(
      tx,
      admins.map((user_id) => ({
        id: uuidv7(),
        user_id,
        event: { category: 'join_request', parameters: { person, organization } },
        asset_id: null,
        organization_id,
        event_key: `join_request:${join_request_id}`
      }))
    );
    await enqueueNotices(tx, admins, `join_request:${join_request_id}`, {
      category: 'join_request',
      organization_id,
      join_request_id
    });
  });
