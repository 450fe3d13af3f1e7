import { createHash } from 'node:crypto';
import { sql } from 'slonik';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { instant } from '#lib/contracts/primitives.ts';
import type { Actor } from '#lib/laboratory/actor.ts';
import type { AuditAction, AuditResource } from '#lib/laboratory/audit-actions.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import type { FieldChanges } from '#lib/laboratory/field-changes.ts';
import { RightsEnded } from './standing.ts';
import type { Tx } from './transaction.ts';

/** What happened: `<resource>.<verb>` and its resource; the label is the resource's usual name. */
export type AuditEvent = {
  readonly action: AuditAction;
  readonly resource: { readonly type: AuditResource; readonly id: string; readonly label: string };
  readonly changes?: FieldChanges;
};

type Head = z.infer<typeof headSchema>;

/** One row of a chain, with everything that its hash covers. */
export type AuditRow = {
  readonly number: number;
  readonly at: string;
  readonly organization_id: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly actor_role: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly resource_label: string;
  readonly changes: FieldChanges;
  readonly request_id: string | null;
};

const headSchema = z.object({
  last_number: z.number(),
  last_hash: z.instanceof(Buffer),
  at: instant,
  standing_holds: z.boolean()
});

/**
 * Locks the chain of an organization (`null`: of the instance) until the transaction ends, and so serialises its
 * writers. Every write of a registry record takes this lock BEFORE it writes a row: the rows' triggers take the
 * organization's change counter, and two transactions that took both in different order would deadlock. Reading again
 * after the lock returns the state of the last writer. `appendAudit` takes the lock by itself.
 * @throws RightsEnded if the previous writer has revoked rights that this transaction began with; where it has locked another chain before,
 * rights in this organization.
 */
export async function lockAuditChain(tx: Tx, organizationId: string | null): Promise<Head> {
  const head = await tx.one(sql.type(headSchema)`
    INSERT INTO audit_heads AS head (organization_id) VALUES (coalesce(${organizationId}::uuid, nobody()))
    ON CONFLICT (organization_id) DO UPDATE SET last_number = head.last_number
    RETURNING last_number, last_hash, clock_timestamp() AS at, standing_holds(${organizationId}::uuid)`);
  if (!head.standing_holds) throw new RightsEnded();
  return head;
}

/**
 * Adds one entry to the history of an organization (`null`: of the instance). Call it before the change that it
 * describes.
 */
export const appendAudit = (tx: Tx, actor: Actor, organizationId: string | null, event: AuditEvent): Promise<void> =>
  appendAudits(tx, actor, organizationId, [event]);

/** The same for many at once, in the order given, by one statement. */
export async function appendAudits(
  tx: Tx,
  actor: Actor,
  organizationId: string | null,
  events: readonly AuditEvent[]
): Promise<void> {
  if (events.length === 0) return;
  await insertLinks(
    tx,
    organizationId,
    linked(actor, organizationId, events, await lockAuditChain(tx, organizationId))
  );
}

/**
 * Adds an entry, and makes the change that it describes: the entry is sent together with the first statement of `change`, which saves a
 * round trip while the chain is locked.
 */
export async function withAudit<T>(
  tx: Tx,
  actor: Actor,
  organizationId: string | null,
  event: AuditEvent,
  change: () => Promise<T>
): Promise<T> {
  const links = linked(actor, organizationId, [event], await lockAuditChain(tx, organizationId));
  // If the entry fails, so does all that follows: the error of the first is reported.
  const [, changed] = await Promise.all([insertLinks(tx, organizationId, links), change()]);
  return changed;
}

type Link = AuditRow & { readonly id: string; readonly previous_hash: string; readonly hash: string };

function linked(actor: Actor, organizationId: string | null, events: readonly AuditEvent[], head: Head): Link[] {
  let previous = head.last_hash;
  return events.map((event, position) => {
    const row = rowOf(actor, organizationId, event, head.last_number + position + 1, head.at);
    const hash = hashOf(row, previous);
    const link = { ...row, id: uuidv7(), previous_hash: hex(previous), hash: hex(hash) };
    previous = hash;
    return link;
  });
}

async function insertLinks(tx: Tx, organizationId: string | null, links: readonly Link[]): Promise<void> {
  await tx.query(sql.unsafe`
    WITH moved AS (
      UPDATE audit_heads SET last_number = last_number + ${links.length}, last_hash = ${links.at(-1)?.hash ?? ''}::text::bytea
      WHERE organization_id = coalesce(${organizationId}::uuid, nobody()))
    INSERT INTO audit_log (id, chain, number, at, organization_id, actor_id, actor_name, actor_role, action, resource_type,
                           resource_id, resource_label, changes, request_id, previous_hash, hash)
    SELECT id, coalesce(organization_id, nobody()), number, at, organization_id, actor_id, actor_name, actor_role, action,
           resource_type, resource_id, resource_label, changes, request_id, previous_hash::bytea, hash::bytea
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      AS r(id uuid, number bigint, at timestamptz, organization_id uuid, actor_id uuid, actor_name text, actor_role text,
           action text, resource_type text, resource_id uuid, resource_label text, changes jsonb, request_id text,
           previous_hash text, hash text)
    ORDER BY number`);
}

/** The link of a row to the previous one: SHA-256 over its hash and this row's canonical JSON. */
export const hashOf = (row: AuditRow, previousHash: Buffer): Buffer =>
  createHash('sha256').update(previousHash).update(canonicalJson(row)).digest();

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

function rowOf(actor: Actor, organizationId: string | null, event: AuditEvent, number: number, at: string): AuditRow {
  const person = actor.kind === 'person' ? actor : null;
  return {
    number,
    at,
    organization_id: organizationId,
    actor_id: person?.userId ?? null,
    actor_name: person?.fullName ?? null,
    actor_role: person?.role ?? null,
    action: event.action,
    resource_type: event.resource.type,
    resource_id: event.resource.id,
    resource_label: event.resource.label,
    changes: event.changes ?? {},
    request_id: actor.requestId
  };
}
