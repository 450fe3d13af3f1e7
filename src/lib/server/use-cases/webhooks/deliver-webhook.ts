import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { TurnedOff } from '#lib/records/webhooks.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import {
  claimDeliveries,
  findNextTurn,
  saveOutcome,
  type ClaimedDelivery,
  type DeliveryOutcome
} from '#lib/server/db/webhook-deliveries.ts';
import { lockReceiver, saveFailingSince, turnOff, type Receiver } from '#lib/server/db/webhooks.ts';
import { enqueue, enqueueAll } from '#lib/server/jobs/queue.ts';
import { openSealed } from '#lib/server/secrets/sealed-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { signedHeaders, webhookSecretSeal } from '#lib/server/webhooks/message-signature.ts';
import { isToBeTurnedOff, nextAttempt } from '#lib/server/webhooks/retry-schedule.ts';
import type { Attempt } from '#lib/server/webhooks/send-message.ts';
import { resourceOf } from './change-webhook.ts';
import { deliveryJob } from './delivery-job.ts';

/** Messages of one webhook under way at a time, each of another asset. */
const AT_ONCE = 8;
/** Longer than an attempt: who has not written down its end by then has died. */
const CLAIM_MS = 30_000;

/**
 * Sends the messages of a webhook whose turn it is, one of each asset, and enqueues its next turn. Safe beside another worker: a message
 * is begun by one at a time. After a worker that died, its messages are sent again.
 */
export async function deliverWebhook(services: Services, webhookId: string): Promise<void> {
  const { pool, now } = services;
  const begun = await transaction(pool, SYSTEM, async (tx) => {
    const receiver = await lockReceiver(tx, webhookId);
    if (!receiver?.is_active) return null;
    const at = now();
    const until = new Date(at.getTime() + CLAIM_MS);
    const deliveries = await claimDeliveries(tx, webhookId, { now: at, until, most: AT_ONCE });
    if (deliveries.length === 0) await enqueueNext(tx, services, webhookId);
    return { receiver, deliveries };
  });
  if (begun === null || begun.deliveries.length === 0) return;
  const { receiver, deliveries } = begun;
  const secrets = secretsOf(services, receiver);
  const attempts = await Promise.all(
    deliveries.map(async (delivery) => ({ delivery, attempt: await send(services, receiver, secrets, delivery) }))
  );
  await transaction(pool, SYSTEM, (tx) => writeDown(tx, services, webhookId, attempts));
}

type Attempted = { readonly delivery: ClaimedDelivery; readonly attempt: Attempt };

function secretsOf(services: Services, { id, ...receiver }: Receiver): readonly string[] {
  const before =
    receiver.secret_before_until !== null && new Date(receiver.secret_before_until) > services.now()
      ? receiver.sealed_secret_before
      : null;
  return [receiver.sealed_secret, before]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSealed(sealed, webhookSecretSeal(id), services))
    .filter((secret) => secret !== null);
}

async function send(
  services: Services,
  { url }: Receiver,
  secrets: readonly string[],
  { id, event, data, occurred_at }: ClaimedDelivery
): Promise<Attempt> {
  if (secrets.length === 0) return { fault: 'secret', statusCode: null, durationMs: 0, answer: null };
  const body = JSON.stringify({
    type: event,
    timestamp: occurred_at,
    data: { ...data, ...linkOf(services.origin, data) }
  });
  const timestamp = Math.floor(services.now().getTime() / 1000);
  return services.webhooks.send(url, signedHeaders({ id, timestamp, body }, secrets), body);
}

/** The page of what a message is about. */
function linkOf(origin: string, { calibration, asset }: ClaimedDelivery['data']): { link?: string } {
  const ids = { calibration, asset } as Readonly<Record<string, { readonly id: string } | null | undefined>>;
  if (ids['calibration']) return { link: `${origin}/calibrations/${ids['calibration'].id}` };
  return ids['asset'] ? { link: `${origin}/assets/${ids['asset'].id}` } : {};
}

async function writeDown(tx: Tx, services: Services, webhookId: string, attempts: readonly Attempted[]): Promise<void> {
  const now = services.now();
  const receiver = await lockReceiver(tx, webhookId);
  // Deleted meanwhile, with its deliveries.
  if (receiver === null) return;
  for (const { delivery, attempt } of attempts) await saveOutcome(tx, delivery, outcomeOf(delivery, attempt, now));
  const works = attempts.some(({ attempt }) => attempt.fault === null);
  const since = works ? null : receiver.failing_since === null ? now : new Date(receiver.failing_since);
  await saveFailingSince(tx, webhookId, since);
  const isGone = attempts.some(({ attempt }) => attempt.fault === 'gone');
  const why = isGone ? 'gone' : since !== null && isToBeTurnedOff(since, now) ? 'failing' : null;
  if (why !== null && receiver.is_active) await turnOffBecause(tx, services, receiver, why);
  else await enqueueNext(tx, services, webhookId);
}

function outcomeOf(delivery: ClaimedDelivery, attempt: Attempt, now: Date): DeliveryOutcome {
  if (attempt.fault === null) return { ...attempt, state: 'delivered', nextAttemptAt: null };
  const nextAttemptAt = nextAttempt(delivery.attempts, new Date(delivery.first_attempt_at), now);
  return { ...attempt, nextAttemptAt, state: nextAttemptAt === null ? 'given_up' : 'waiting' };
}

async function turnOffBecause(tx: Tx, { now }: Services, receiver: Receiver, why: TurnedOff): Promise<void> {
  await turnOff(tx, receiver.id, why, now());
  await enqueue(tx, 'notify_webhook_turned_off', { webhook_id: receiver.id, at: now().toISOString() });
  await lockAuditChain(tx, receiver.organization_id);
  await appendAudit(tx, SYSTEM, receiver.organization_id, {
    action: 'webhook.turned_off',
    resource: resourceOf(receiver),
    changes: { turned_off: { old: null, new: why } }
  });
}

async function enqueueNext(tx: Tx, services: Services, webhookId: string): Promise<void> {
  const next = await findNextTurn(tx, webhookId);
  if (next === null) return;
  await enqueueAll(tx, [next <= services.now() ? deliveryJob(webhookId) : deliveryJob(webhookId, next)]);
}
