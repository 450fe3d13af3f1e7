import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import type { QueueRow } from '#sync/client/queue-row.ts';
import { PAYLOAD_VERSION } from '#sync/protocol/version.ts';
import { sha256 } from '../database/sha256.ts';
import { v7 as uuidV7 } from 'uuid';

export type QueueLabels = { readonly asset_label: string; readonly channel_label: string };

/** The row to store for a new calibration: its text is created once, here, and never again. */
export async function newQueueRow(
  body: CreateCalibrationBody,
  labels: QueueLabels,
  asset: { readonly organization_id: string; readonly updated_at: string } | null,
  now: number
): Promise<QueueRow> {
  const id = body.id ?? uuidV7({ msecs: now });
  const payload = JSON.stringify({ ...body, id });
  const reference = body.analysis?.request.uncertainty.reference_standard?.calibration_id;
  return {
    id,
    state: 'waiting',
    payload,
    payload_sha256: await sha256(payload),
    payload_version: PAYLOAD_VERSION,
    base: {
      ...(asset === null ? {} : { asset_updated_at: asset.updated_at }),
      ...(reference === undefined ? {} : { reference_calibration_id: reference })
    },
    created_at: new Date(now).toISOString(),
    organization_id: asset?.organization_id ?? null,
    asset_label: labels.asset_label,
    channel_label: labels.channel_label,
    in_doubt: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    applied: null
  };
}

const parsed = new WeakMap<QueueRow, CreateCalibrationBody>();

/** The row as screens show it; its payload is parsed on first access. */
export function asEntry(row: QueueRow): QueueEntry {
  return {
    id: row.id,
    state: row.state,
    get payload() {
      const known = parsed.get(row) ?? (JSON.parse(row.payload) as CreateCalibrationBody);
      parsed.set(row, known);
      return known;
    },
    asset_label: row.asset_label,
    channel_label: row.channel_label,
    created_at: row.created_at,
    attempts: row.attempts,
    in_doubt: row.in_doubt,
    last_error:
      row.last_error?.map(({ issues, context, ...error }) => ({
        ...error,
        issues: issues ?? [],
        ...(context === undefined ? {} : { context })
      })) ?? null,
    applied:
      row.applied === null
        ? null
        : { version: row.applied.version, calibration_id: row.id, held_for: row.applied.held_for ?? [] },
    reportedBefore:
      typeof row.applied_before?.version === 'number'
        ? { version: row.applied_before.version, certificate_number: row.applied_before.certificate_number ?? null }
        : null
  };
}
