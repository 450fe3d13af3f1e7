import { sql } from 'slonik';
import { z } from 'zod';
import { webhookSchema, type Webhook } from '#lib/contracts/webhooks.ts';
import type { TurnedOff } from '#lib/records/webhooks.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, organization_id, name, url, events, is_active,
  secret_before_until AS previous_secret_until, failing_since, turned_off, turned_off_at, created_at, updated_at`;

export const findWebhooks = (tx: Tx, organizationId: string): Promise<readonly Webhook[]> =>
  tx.any(sql.type(webhookSchema)`
    SELECT ${columns} FROM webhooks WHERE organization_id = ${organizationId} ORDER BY lower(name), id`);

export const findWebhook = (tx: Tx, id: string): Promise<Webhook | null> =>
  tx.maybeOne(sql.type(webhookSchema)`SELECT ${columns} FROM webhooks WHERE id = ${id}`);

export const countWebhooks = (tx: Tx, organizationId: string): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ n: z.number() }))`
    SELECT count(*)::int AS n FROM webhooks WHERE organization_id = ${organizationId}`);

export type NewWebhook = Pick<Webhook, 'id' | 'organization_id' | 'name' | 'url' | 'events'> & {
  readonly sealedSecret: string;
};

export const insertWebhook = (tx: Tx, webhook: NewWebhook): Promise<Webhook> =>
  tx.one(sql.type(webhookSchema)`
    INSERT INTO webhooks (id, organization_id, name, url, events, sealed_secret)
    VALUES (${webhook.id}, ${webhook.organization_id}, ${webhook.name}, ${webhook.url},
            ${sql.array([...webhook.events], 'text')}, ${webhook.sealedSecret})
    RETURNING ${columns}`);

/** Turned on by a person, or given another address, it begins anew: whatever failed before. */
export const updateWebhookRow = (tx: Tx, webhook: Webhook, anew: boolean): Promise<Webhook> =>
  tx.one(sql.type(webhookSchema)`
    UPDATE webhooks SET name = ${webhook.name}, url = ${webhook.url}, events = ${sql.array([...webhook.events], 'text')},
      is_active = ${webhook.is_active}, updated_at = clock_timestamp(),
      failing_since = CASE WHEN ${anew} THEN NULL ELSE failing_since END,
      turned_off = CASE WHEN ${anew} THEN NULL ELSE turned_off END,
      turned_off_at = CASE WHEN ${anew} THEN NULL ELSE turned_off_at END
    WHERE id = ${webhook.id} RETURNING ${columns}`);

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM webhooks WHERE id = ${id}`);
}

/** @param until while the secret before this one is used beside it */
export const renewSecret = (tx: Tx, id: string, sealed: string, until: Date): Promise<Webhook> =>
  tx.one(sql.type(webhookSchema)`
    UPDATE webhooks SET sealed_secret_before = sealed_secret,
      secret_before_until = CASE WHEN sealed_secret IS NOT NULL THEN ${until.toISOString()}::timestamptz END,
      sealed_secret = ${sealed}, updated_at = clock_timestamp()
    WHERE id = ${id} RETURNING ${columns}`);

export const hasSecret = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ has: z.boolean() }))`
    SELECT sealed_secret IS NOT NULL AS has FROM webhooks WHERE id = ${id}`);

const sealedSecrets = z.object({
  id: z.string(),
  organization_id: z.string(),
  sealed_secret: z.string().nullable(),
  sealed_secret_before: z.string().nullable()
});
export type SealedWebhookSecrets = z.infer<typeof sealedSecrets>;

export const findWebhookSecrets = (tx: Tx): Promise<readonly SealedWebhookSecrets[]> =>
  tx.any(sql.type(sealedSecrets)`
    SELECT id, organization_id, sealed_secret, sealed_secret_before FROM webhooks WHERE sealed_secret IS NOT NULL ORDER BY id`);

/** The same secret sealed with another key. @returns false if it has been replaced meanwhile */
export async function replaceWebhookSecret(tx: Tx, id: string, sealed: string, next: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE webhooks SET sealed_secret = CASE sealed_secret WHEN ${sealed} THEN ${next} ELSE sealed_secret END,
      sealed_secret_before = CASE sealed_secret_before WHEN ${sealed} THEN ${next} ELSE sealed_secret_before END
    WHERE id = ${id} AND ${sealed} IN (sealed_secret, sealed_secret_before)`);
  return rowCount === 1;
}

/** Deletes every secret; without one, webhooks are off. @returns how many there were */
export async function forgetWebhookSecrets(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE webhooks SET sealed_secret = NULL, sealed_secret_before = NULL, secret_before_until = NULL, is_active = false,
      turned_off = 'secret_lost', turned_off_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE sealed_secret IS NOT NULL`);
  return rowCount;
}

const receiver = sealedSecrets.extend({
  name: z.string(),
  url: z.string(),
  is_active: z.boolean(),
  secret_before_until: z.string().nullable(),
  failing_since: z.string().nullable()
});
/** A webhook as the job that delivers reads it. */
export type Receiver = z.infer<typeof receiver>;

/** Waits until no other job decides about this webhook's deliveries. Off in an organization that is deactivated. */
export const lockReceiver = (tx: Tx, id: string): Promise<Receiver | null> =>
  tx.maybeOne(sql.type(receiver)`
    SELECT w.id, w.organization_id, w.name, w.url, w.sealed_secret, w.sealed_secret_before, w.secret_before_until, w.failing_since,
           w.is_active AND o.is_active AS is_active
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id WHERE w.id = ${id} FOR UPDATE OF w`);

/** The first failure since the last success; null: it works. */
export async function saveFailingSince(tx: Tx, id: string, since: Date | null): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE webhooks SET failing_since = ${since === null ? null : since.toISOString()} WHERE id = ${id}`);
}

export async function turnOff(tx: Tx, id: string, why: TurnedOff, at: Date): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE webhooks SET is_active = false, turned_off = ${why}, turned_off_at = ${at.toISOString()}, updated_at = clock_timestamp()
    WHERE id = ${id}`);
}

/** The previous secret is not needed any more. */
export async function forgetPreviousSecrets(tx: Tx, now: Date): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE webhooks SET sealed_secret_before = NULL, secret_before_until = NULL WHERE secret_before_until < ${now.toISOString()}`);
}
