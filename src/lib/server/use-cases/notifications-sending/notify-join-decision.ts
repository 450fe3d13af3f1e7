import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findRequestToTell } from '#lib/server/db/join-requests.ts';
import { whoWants } from '#lib/server/db/notification-preferences.ts';
import { insertNotifications } from '#lib/server/db/notifications.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { enqueueNotices } from './enqueue-notices.ts';

/** Tells who asked to join what was decided, where they want to hear of it (specification 6). */
export const notifyJoinDecision = (
  { pool }: Services,
  { organization_id, join_request_id }: JobPayloads['notify_join_decision']
): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    const request = await findRequestToTell(tx, organization_id, join_request_id);
    if (request === null || !['approved', 'rejected'].includes(request.state)) return;
    const { user_id, organization, state } = request;
    const event_key = `join_decision:${join_request_id}`;
    const inApp = await whoWants(tx, [user_id], 'join_decision', 'in_app');
    await insertNotifications(
      tx,
      inApp.map(() => ({
        id: uuidv7(),
        user_id,
        event: { category: 'join_decision', parameters: { organization, accepted: state === 'approved' } },
        asset_id: null,
        organization_id,
        event_key
      }))
    );
    await enqueueNotices(tx, [user_id], event_key, { category: 'join_decision', organization_id, join_request_id });
  });
