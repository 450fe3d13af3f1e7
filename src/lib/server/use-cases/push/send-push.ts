import { SYSTEM } from '#lib/laboratory/actor.ts';
import { deleteSubscription, findSubscription, type PushSubscriptionRow } from '#lib/server/db/push-subscriptions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import { encryptPush } from '#lib/server/push/encrypt-push.ts';
import { vapidAuthorization } from '#lib/server/push/vapid.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** How long a push service keeps it for a device that is off. */
const KEPT_SECONDS = 24 * 3600;
/** The service says that the subscription has ended (RFC 8030, 7.3). */
const ENDED: readonly (number | null)[] = [404, 410];

/** What has happened, as a word that the service worker knows, and the page to open. */
export type PushMessage = { readonly about: string; readonly path: string };

/** Tells one device, if it is still signed in. @throws Error for another try */
export async function pushNotice(services: Services, job: JobPayloads['push_notice']): Promise<void> {
  if (services.push === undefined) return;
  const found = await transaction(services.pool, SYSTEM, (tx) => findSubscription(tx, job.subscription_id));
  if (found === null) return;
  const { about, path } = job;
  if ((await sendPush(services, found, { about, path })) === 'later') throw new Error('the push service took nothing');
}

/**
 * Sends a message once; a subscription that has ended, or whose address is refused, is removed.
 * @returns `refused` if another try would be refused as well
 */
export async function sendPush(
  { pool, push, now, log }: Services,
  { id, endpoint, language, ...keys }: PushSubscriptionRow,
  { about, path }: PushMessage
): Promise<'delivered' | 'refused' | 'later'> {
  if (push === undefined) return 'refused';
  const { fault, statusCode } = await push.sender.send(
    endpoint,
    {
      Authorization: vapidAuthorization(push.vapid, endpoint, now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(KEPT_SECONDS),
      Urgency: 'normal'
    },
    encryptPush(JSON.stringify({ about, language, path }), keys)
  );
  if (fault === null) return 'delivered';
  if (ENDED.includes(statusCode) || fault === 'address') {
    await transaction(pool, SYSTEM, (tx) => deleteSubscription(tx, id));
    return 'refused';
  }
  const isFinal = statusCode !== null && statusCode >= 300 && statusCode < 500 && statusCode !== 429;
  // The endpoint itself is a secret.
  log.warn({ subscription: id, service: new URL(endpoint).host, fault, statusCode }, 'a push message was not taken');
  return isFinal ? 'refused' : 'later';
}
