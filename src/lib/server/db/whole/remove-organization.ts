import { ForeignKeyIntegrityConstraintViolationError, sql, type FragmentSqlToken } from 'slonik';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Tx } from '../transaction.ts';
import { objectSchema, type ReferencedObject } from './dump.ts';

const OWN = (id: string) => sql.fragment`organization_id = ${id}`;
const ITS_CALIBRATIONS = (id: string) =>
  sql.fragment`calibration_id IN (SELECT id FROM calibrations WHERE organization_id = ${id})`;
const ITS_ASSETS = (id: string) => sql.fragment`asset_id IN (SELECT id FROM assets WHERE organization_id = ${id})`;

/** Everything that belongs to an organization, except its audit log: what refers to others comes before them. */
const TABLES: readonly (readonly [string, (id: string) => FragmentSqlToken])[] = [
  ['webhook_deliveries', OWN],
  ['webhooks', OWN],
  ['notifications', OWN],
  ['reminder_mails', OWN],
  ['reminders', OWN],
  ['recall_decisions', OWN],
  ['recall_lines', OWN],
  ['recalls', OWN],
  ['certificate_mails', OWN],
  ['certificate_claims', ITS_CALIBRATIONS],
  ['certificate_proofs', ITS_CALIBRATIONS],
  ['certificate_revisions', ITS_CALIBRATIONS],
  ['certificates', OWN],
  ['attachments', OWN],
  ['calibration_points', OWN],
  ['applied_ids', (id) => sql.fragment`id IN (SELECT id FROM calibrations WHERE organization_id = ${id})`],
  ['calibrations', OWN],
  ['task_performances', OWN],
  ['tasks', OWN],
  ['version_counters', ITS_ASSETS],
  ['channels', OWN],
  ['assets', OWN],
  ['procedure_revisions', OWN],
  ['procedures', OWN],
  ['locations', OWN],
  ['certificate_templates', OWN],
  ['signing_certificates', OWN],
  ['certificate_counters', OWN],
  ['files', OWN],
  ['join_requests', OWN],
  ['memberships', OWN],
  ['organizations', (id) => sql.fragment`id = ${id}`],
  ['tombstones', OWN],
  ['organization_changes', OWN]
];

/** The objects that the records of an organization reference. */
export const findObjectsOf = (tx: Tx, id: string): Promise<readonly ReferencedObject[]> =>
  tx.any(sql.type(objectSchema)`
    SELECT 'certificate' AS kind, calibration_id AS id, object_key AS key, sha256, coalesce(bytes, 0) AS bytes,
           'application/pdf' AS media_type
    FROM certificates WHERE organization_id = ${id} AND object_key IS NOT NULL AND sha256 IS NOT NULL
    UNION ALL SELECT 'revision', calibration_id, object_key, sha256, bytes, 'application/pdf'
    FROM certificate_revisions WHERE ${ITS_CALIBRATIONS(id)}
    UNION ALL SELECT 'file', id, NULL, sha256, size, content_type FROM files WHERE organization_id = ${id}
    UNION ALL SELECT 'attachment', id, NULL, sha256, bytes, media_type FROM attachments WHERE organization_id = ${id}`);

/**
 * Removes an organization and everything that belongs to it. The transaction must be the owner's (as-owner.ts). Rules against changing
 * records rest meanwhile; links do not, so nothing of others is left without what it rests on.
 * @throws Refusal `in_use` if a record of another organization rests on one of it
 */
export async function removeOrganization(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`SET LOCAL lock_timeout = '30s'`);
  await suspendRules(
    tx,
    TABLES.map(([name]) => name)
  );
  await tx.query(sql.unsafe`
    DELETE FROM graphile_worker._private_jobs
    WHERE locked_at IS NULL AND payload ->> 'calibration_id' IN
      (SELECT id::text FROM calibrations WHERE organization_id = ${id})`);
  await tx.query(sql.unsafe`UPDATE organizations SET location_id = NULL, logo_file_id = NULL WHERE id = ${id}`);
  try {
    for (const [name, where] of TABLES) {
      await tx.query(sql.unsafe`DELETE FROM ${sql.identifier([name])} WHERE ${where(id)}`);
    }
    // Also those that are checked late: with checks pending, the tables cannot be altered.
    await tx.query(sql.unsafe`SET CONSTRAINTS ALL IMMEDIATE`);
  } catch (thrown) {
    if (!(thrown instanceof ForeignKeyIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal(
      'in_use',
      'Records of another organization rest on this one: a calibration that used one of its references, for example. Deactivate it instead.'
    );
  }
  await resumeRules(tx);
}

/** What forbids deletions rests: policies that apply to the owner too, and triggers. By all other triggers, devices learn of what ends. */
async function suspendRules(tx: Tx, tables: readonly string[]): Promise<void> {
  await tx.query(sql.unsafe`
    CREATE TEMP TABLE resting_rules ON COMMIT DROP AS
    SELECT c.relname::text AS name, t.tgname::text AS rule
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgtype & 10 = 10 AND c.relnamespace = 'public'::regnamespace
      AND c.relname = ANY (${sql.array([...tables], 'text')})
    UNION ALL
    SELECT relname::text, NULL FROM pg_class
    WHERE relforcerowsecurity AND relnamespace = 'public'::regnamespace AND relname = ANY (${sql.array([...tables], 'text')})`);
  await tx.query(sql.unsafe`DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT * FROM resting_rules ORDER BY name LOOP
        IF one.rule IS NULL THEN EXECUTE format('ALTER TABLE public.%I NO FORCE ROW LEVEL SECURITY', one.name);
        ELSE EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER %I', one.name, one.rule);
        END IF;
      END LOOP;
    END $$`);
}

async function resumeRules(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT * FROM resting_rules ORDER BY name LOOP
        IF one.rule IS NULL THEN EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', one.name);
        ELSE EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER %I', one.name, one.rule);
        END IF;
      END LOOP;
    END $$`);
}
