import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

/** Puts what no use-case of the world leaves behind into an organization: one row of everything else, each with its mark. */
export async function fillPlace(
  run: World['run'],
  organizationId: string,
  keeperId: string,
  mark: string
): Promise<void> {
  const about = [organizationId, keeperId];
  await run(`INSERT INTO procedures (id, organization_id, code, name, body) VALUES ($2, $1, $3, $3, $3)`, [
    organizationId,
    randomUUID(),
    mark
  ]);
  await run(
    `INSERT INTO files (id, organization_id, content_type, size, width, height, sha256, created_by)
     VALUES ($3::uuid, $1, 'image/webp', 1, 1, 1, $3::uuid::text, $2)`,
    [...about, randomUUID()]
  );
  await run(
    `INSERT INTO join_requests (organization_id, id, user_id, state, decided_at) VALUES ($1, $3, $2, 'withdrawn', now())`,
    [...about, randomUUID()]
  );
  await run(
    `INSERT INTO notifications (id, user_id, category, parameters, organization_id, event_key)
     VALUES ($3::uuid, $2, 'join_request', $4, $1, $3::uuid::text)`,
    [...about, randomUUID(), { person: mark, organization: mark }]
  );
  await run(
    `INSERT INTO channels (id, organization_id, asset_id, position, name, archived_at)
     SELECT $2, $1, id, 0, $3, now() FROM assets WHERE organization_id = $1 LIMIT 1`,
    [organizationId, randomUUID(), mark]
  );
  await run(
    `INSERT INTO calibration_points (organization_id, calibration_id, role, position, reference, measured, result)
     SELECT $1, id, 'verification', 0, 1, 1, '{}' FROM calibrations WHERE organization_id = $1 LIMIT 1`,
    [organizationId]
  );
  const task = randomUUID();
  await run(
    `INSERT INTO tasks (id, organization_id, asset_id, position, name, kind, interval_value, interval_unit, next_due)
     SELECT $2, $1, id, 0, $3, 'other', 1, 'years', '2030-01-01' FROM assets WHERE organization_id = $1 LIMIT 1`,
    [organizationId, task, mark]
  );
  await run(
    `INSERT INTO task_performances (id, organization_id, task_id, date, outcome, note, done_by)
     VALUES ($3, $1, $4, '2026-01-01', 'ok', $5, $2)`,
    [...about, randomUUID(), task, mark]
  );
  await run(
    `INSERT INTO reminders (subject_id, due_date, threshold, organization_id, sweep_id) VALUES ($2, '2030-01-01', 'due_soon', $1, $3)`,
    [organizationId, task, task]
  );
  await run(`INSERT INTO reminder_mails (user_id, sweep_id, organization_id) VALUES ($2, $3, $1)`, [...about, task]);
  await run(
    `INSERT INTO recalls (id, organization_id, calibration_id, asset_id, cause, reason, state, started_by, started_by_name, started_by_role)
     SELECT $3, $1, id, asset_id, 'voided', $4, 'ready', $2, $4, 'technician' FROM calibrations WHERE organization_id = $1 LIMIT 1`,
    [...about, randomUUID(), mark]
  );
  await run(
    `INSERT INTO recall_lines (organization_id, recall_id, calibration_id, depth, class)
     SELECT $1, id, calibration_id, 1, 'unchanged' FROM recalls WHERE organization_id = $1`,
    [organizationId]
  );
  await run(
    `INSERT INTO recall_decisions (organization_id, id, recall_id, calibration_id, disposition, reason, decided_by, decided_by_name,
                                   decided_by_role)
     SELECT $1, $3, recall_id, calibration_id, 'no_action', $4, $2, $4, 'technician' FROM recall_lines WHERE organization_id = $1`,
    [...about, randomUUID(), mark]
  );
  await run(
    `INSERT INTO attachments (id, organization_id, asset_id, name, media_type, bytes, sha256, uploaded_by)
     SELECT $3, $1, id, $4, 'text/plain', 1, repeat('0', 64), $2 FROM assets WHERE organization_id = $1 LIMIT 1`,
    [...about, randomUUID(), mark]
  );
  await run(
    `INSERT INTO certificate_mails (id, organization_id, calibration_id, recipient, language, message, sent_by, sent_by_name)
     SELECT $3, $1, id, $4::text || '@customer.example', 'en', $4, $2, $4 FROM calibrations WHERE organization_id = $1 LIMIT 1`,
    [...about, randomUUID(), mark]
  );
  const webhook = randomUUID();
  await run(
    `INSERT INTO webhooks (id, organization_id, name, url, events, is_active) VALUES ($2, $1, $3, 'https://' || $3, '{calibration.recorded}', false)`,
    [organizationId, webhook, mark]
  );
  await run(
    `INSERT INTO webhook_deliveries (organization_id, webhook_id, lane, event, data)
     VALUES ($1, $2, $2, 'webhook.ping', jsonb_build_object('mark', $3::text))`,
    [organizationId, webhook, mark]
  );
  await run(`INSERT INTO certificate_templates (id, organization_id, name, source) VALUES ($2, $1, $3, $3)`, [
    organizationId,
    randomUUID(),
    mark
  ]);
  const gone = randomUUID();
  await run(`INSERT INTO locations (id, organization_id, name) VALUES ($2, $1, $3)`, [organizationId, gone, mark]);
  await run('DELETE FROM locations WHERE id = $1', [gone]);
}
