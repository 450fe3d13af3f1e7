import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { PushState, pushSubscriptionBody } from '#lib/contracts/push.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import {
  deleteSubscriptionOfSession,
  findSubscriptionOfSession,
  saveSubscription
} from '#lib/server/db/push-subscriptions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { areDeviceKeys } from '#lib/server/push/encrypt-push.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { AddressRefused, assertLiteralIsPublic } from '#lib/server/webhooks/checked-lookup.ts';
import { sendPush } from './send-push.ts';

const pushOff = () => new Refusal('push_off', 'This installation sends no push messages: it has no VAPID keys.');

/** Whether push messages are sent at all, and to the device of this session. */
export const getPushState = ({ pool, push }: Services, actor: PersonActor): Promise<PushState> =>
  transaction(pool, actor, async (tx) => ({
    public_key: push?.vapid.publicKey ?? null,
    subscribed: actor.sessionId !== undefined && (await findSubscriptionOfSession(tx, actor.sessionId)) !== null
  }));

/**
 * From now on the device of this session receives push messages.
 * @throws Refusal `forbidden` for an access token, `push_off`; InvalidInput
 */
export async function subscribeToPush(
  { pool, push }: Services,
  actor: PersonActor,
  { endpoint, keys }: z.output<typeof pushSubscriptionBody>
): Promise<PushState> {
  const { sessionId } = actor;
  if (push === undefined) throw pushOff();
  assertEndpoint(endpoint, push.sender.allowsPrivate);
  if (!areDeviceKeys(keys)) {
    throw invalidInput(['body', 'keys', 'p256dh'], 'invalid_key', 'These are not the keys of a device');
  }
  return transaction(pool, actor, async (tx) => {
    if (sessionId === undefined) throw new Refusal('forbidden', 'An access token has no device. Sign in.');
    const one = { id: uuidv7(), userId: actor.userId, sessionId, endpoint, ...keys };
    await transaction(tx, SYSTEM, (inner) => saveSubscription(inner, one));
    return { public_key: push.vapid.publicKey, subscribed: true };
  });
}

/** Names are checked each time they are resolved; what is refused anyway is refused here. */
function assertEndpoint(endpoint: string, allowsPrivate: boolean): void {
  const url = new URL(endpoint);
  if (allowsPrivate) return;
  const refused = () =>
    invalidInput(['body', 'endpoint'], 'private_address', 'This is not the https address of a push service');
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') throw refused();
  try {
    assertLiteralIsPublic(url.hostname);
  } catch (thrown) {
    throw thrown instanceof AddressRefused ? refused() : thrown;
  }
}

export const unsubscribeFromPush = ({ pool }: Services, actor: PersonActor): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    if (actor.sessionId !== undefined) await deleteSubscriptionOfSession(tx, actor.sessionId);
  });

/** Sends one to the device of this session, and waits for the push service. @throws Refusal `push_off`, `not_found` */
export async function testPush(services: Services, actor: PersonActor): Promise<{ readonly delivered: boolean }> {
  if (services.push === undefined) throw pushOff();
  const { sessionId } = actor;
  const found = await transaction(services.pool, actor, (tx) =>
    sessionId === undefined ? Promise.resolve(null) : findSubscriptionOfSession(tx, sessionId)
  );
  if (found === null) throw new Refusal('not_found', 'This device receives no push messages. Turn them on first.');
  return { delivered: (await sendPush(services, found, { about: 'test', path: '/notifications' })) === 'delivered' };
}
