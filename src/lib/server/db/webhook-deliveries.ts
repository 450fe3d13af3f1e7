/** What webhooks are told: the outbox, which triggers fill (migrations/0054_webhooks.sql), and the log of it. */
import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import { webhookDeliverySchema, type LoggedAttempt, type WebhookDelivery } from '#lib/contracts/webhooks.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { MOST_ATTEMPTS_LOGGED, type DeliveryFault, type DeliveryState } from '#lib/records/webhooks.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, event, state, occurred_at, data -> 'asset' AS asset, attempts, last_attempt_at,
  CASE WHEN state = 'waiting' THEN next_attempt_at END AS next_attempt_at, status_code, duration_ms, error AS fault, answer, attempt_log AS log`;

export const pageOfDeliveries = (
  tx: Tx,
  webhookId: string,
  page: { readonly state?: DeliveryState | undefined; readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<WebhookDelivery>> =>
  readPage(tx, {
    row: webhookDeliverySchema,
    columns,
    from: sql.fragment`webhook_deliveries`,
    where: [
      sql.fragment`webhook_id = ${webhookId}`,
      ...(page.state === undefined ? [] : [sql.fragment`state = ${page.state}`])
    ],
    id: sql.fragment`id`,
    sortKeys: { occurred_at: { expression: sql.fragment`occurred_at`, type: 'timestamptz' } },
    sort: '-occurred_at',
    limit: page.limit,
    cursor: page.cursor
  });

/** A message of its own, for which none of an asset waits. */
export const insertPing = (
  tx: Tx,
  ping: { readonly id: string; readonly organizationId: string; readonly webhookId: string; readonly event: string }
): Promise<WebhookDelivery> =>
  tx.one(sql.type(webhookDeliverySchema)`
    INSERT INTO webhook_deliveries (id, organization_id, webhook_id, lane, event, data)
    VALUES (${ping.id}, ${ping.organizationId}, ${ping.webhookId}, ${ping.id}, ${ping.event},
            jsonb_build_object('organization_id', ${ping.organizationId}::uuid))
    RETURNING ${columns}`);

/** To be sent as if for the first time, unless it is being sent right now. @returns null if the webhook has no such delivery */
export const sendAgain = (tx: Tx, webhookId: string, deliveryId: string, now: Date): Promise<WebhookDelivery | null> =>
  tx.maybeOne(sql.type(webhookDeliverySchema)`
    WITH again AS (
      UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_attempt_at = NULL, first_attempt_at = NULL
      WHERE webhook_id = ${webhookId} AND id = ${deliveryId}
        AND (claimed_until IS NULL OR claimed_until <= ${now.toISOString()})
      RETURNING *)
    SELECT ${columns} FROM again
    UNION ALL
    SELECT ${columns} FROM webhook_deliveries d
    WHERE webhook_id = ${webhookId} AND id = ${deliveryId} AND NOT EXISTS (SELECT FROM again)`);

/** What waits is tried at once, for another day. */
export async function beginAnew(tx: Tx, webhookId: string): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE webhook_deliveries SET attempts = 0, next_attempt_at = NULL, first_attempt_at = NULL
    WHERE webhook_id = ${webhookId} AND state = 'waiting'`);
}

const claimed = z.object({
  id,
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  occurred_at: z.string(),
  attempts: z.int(),
  first_attempt_at: z.string(),
  last_attempt_at: z.string(),
  claimed_until: z.string()
});
export type ClaimedDelivery = z.infer<typeof claimed>;

/** The first that waits of each asset. */
const heads = (webhookId: string) => sql.fragment`
  SELECT DISTINCT ON (lane) id, next_attempt_at, claimed_until FROM webhook_deliveries
  WHERE webhook_id = ${webhookId} AND state = 'waiting' ORDER BY lane, seq`;

/**
 * Begins an attempt of each delivery whose turn it is, longest waiting first. Nobody else begins one of them before `until`.
 * Call it with the webhook locked.
 */
export const claimDeliveries = (
  tx: Tx,
  webhookId: string,
  { now, until, most }: { readonly now: Date; readonly until: Date; readonly most: number }
): Promise<readonly ClaimedDelivery[]> => {
  const at = now.toISOString();
  return tx.any(sql.type(claimed)`
    UPDATE webhook_deliveries d
    SET attempts = attempts + 1, last_attempt_at = ${at}, first_attempt_at = coalesce(first_attempt_at, ${at}),
        claimed_until = ${until.toISOString()}
    WHERE id IN (
      SELECT h.id FROM (${heads(webhookId)}) h
      WHERE coalesce(h.next_attempt_at, '-infinity') <= ${at} AND coalesce(h.claimed_until, '-infinity') <= ${at}
      ORDER BY h.next_attempt_at NULLS FIRST LIMIT ${most})
    RETURNING id, event, data, occurred_at, attempts, first_attempt_at, last_attempt_at, claimed_until`);
};

export type DeliveryOutcome = {
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
  readonly fault: DeliveryFault | null;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly answer: string | null;
};

/** Characters of an answer in the log of attempts. */
const ANSWER_LOGGED = 200;

/** Writes down how an attempt ended, also in the log of attempts; nothing if its claim has expired and another attempt was begun. */
export async function saveOutcome(tx: Tx, delivery: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void> {
  const logged: LoggedAttempt = {
    at: delivery.last_attempt_at,
    status_code: outcome.statusCode,
    duration_ms: outcome.durationMs,
    fault: outcome.fault,
    answer: outcome.answer?.slice(0, ANSWER_LOGGED) ?? null
  };
  await tx.query(sql.unsafe`
    UPDATE webhook_deliveries SET state = ${outcome.state}, claimed_until = NULL,
      attempt_log = CASE WHEN jsonb_array_length(attempt_log) >= ${MOST_ATTEMPTS_LOGGED} THEN attempt_log - 0 ELSE attempt_log END
        || ${JSON.stringify([logged])}::jsonb,
      next_attempt_at = ${outcome.nextAttemptAt === null ? null : outcome.nextAttemptAt.toISOString()},
      error = ${outcome.fault}, status_code = ${outcome.statusCode}, duration_ms = ${outcome.durationMs}, answer = ${outcome.answer}
    WHERE id = ${delivery.id} AND claimed_until = ${delivery.claimed_until}`);
}

/** When the next attempt may be begun: an instant before now if at once; null if nothing waits. */
export const findNextTurn = async (tx: Tx, webhookId: string): Promise<Date | null> => {
  const next = await tx.oneFirst(sql.type(z.object({ next: z.string().nullable() }))`
    SELECT min(greatest(coalesce(h.next_attempt_at, 'epoch'), coalesce(h.claimed_until, 'epoch'))) AS next
    FROM (${heads(webhookId)}) h`);
  return next === null ? null : new Date(next);
};

/** The webhooks for which something waits. */
export const findAwaitedWebhooks = (tx: Tx): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id }))`
    SELECT w.id FROM webhooks w
    WHERE w.is_active AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting')
    ORDER BY w.id`);

export async function deleteDeliveriesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM webhook_deliveries WHERE occurred_at < ${before.toISOString()}`);
}
