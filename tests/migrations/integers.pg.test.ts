import { expect, test } from 'vitest';
import { createTestDatabase, execute } from '../support/database.ts';

const PEOPLE = 'what people do to one record, one after another';
const TRIES = 'tries, which are limited or a day apart';
const LIMITED = 'a value whose limits the contract has';

/** What keeps a number of 32 bits from ever reaching its end. Whatever counts without such a reason has 64 bits. */
const BOUNDED_BY: Readonly<Record<string, string>> = {
  'assets.calibration_interval_days': LIMITED,
  'assets.calibration_interval_months': LIMITED,
  'attachments.bytes': LIMITED,
  'calibration_points.group_number': LIMITED,
  'calibration_points.position': LIMITED,
  'calibrations.clock_skew_seconds': 'sync/server/push.server.ts, which cuts it',
  'calibrations.procedure_revision': PEOPLE,
  'calibrations.version': 'calibrations of one channel, or a million in an archive',
  'certificate_counters.last_number': 'certificates of one organization in a year, or seven digits in an archive',
  'certificate_counters.year': 'the year',
  'certificate_mails.attempts': TRIES,
  'certificate_proofs.attempts': TRIES,
  'certificate_revisions.bytes': LIMITED,
  'certificate_revisions.number': 'proofs of one certificate, renewed after years',
  'certificates.bytes': LIMITED,
  'channels.position': LIMITED,
  'email_settings.port': LIMITED,
  'email_settings.reminder_lead_days': LIMITED,
  'files.height': LIMITED,
  'files.size': LIMITED,
  'files.width': LIMITED,
  'idempotency_keys.status': 'a status of HTTP',
  'mail_log.attempts': TRIES,
  'mail_log.reply_code': 'three digits',
  'operations.attempts': TRIES,
  'procedure_revisions.revision': PEOPLE,
  'procedures.revision': PEOPLE,
  'processes.clock_ahead_ms': 'keep-heartbeat.ts, which cuts it',
  'recall_lines.depth': 'the number of calibrations',
  'recall_lines.round': PEOPLE,
  'recalls.done': 'the number of calibrations',
  'recalls.round': PEOPLE,
  'recalls.total': 'the number of calibrations',
  'refused_attempts.attempt': 'a million, in the protocol',
  'tasks.interval_value': LIMITED,
  'tasks.lead_days': LIMITED,
  'tasks.position': LIMITED,
  'version_counters.last_version': 'calibrations of one channel, or a million in an archive',
  'webhook_deliveries.attempts': TRIES,
  'webhook_deliveries.duration_ms': 'the time after which an answer is too late',
  'webhook_deliveries.status_code': 'a status of HTTP'
};

test('no number of 32 bits counts without an end', async () => {
  const database = await createTestDatabase();
  const { rows } = await execute(
    database.url,
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('integer', 'smallint') AND table_name <> 'applied_migrations'`
  );
  await database.drop();
  expect((rows as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(Object.keys(BOUNDED_BY).toSorted());
});
