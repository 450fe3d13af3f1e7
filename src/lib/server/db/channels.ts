import { sql } from 'slonik';
import type { Channel } from '#lib/contracts/assets.ts';
import { CHANNEL } from '#lib/records/channel.ts';
import { columnKeys } from '#lib/records/field.ts';
import { columnNames, columnTypes, excluded } from './column.ts';
import { columnsOf } from './described.ts';
import type { Tx } from './transaction.ts';

const COLUMNS = columnsOf(CHANNEL);
const NAMES = columnNames(columnKeys(CHANNEL));
const TYPED = columnTypes(COLUMNS);
const CHANGED = excluded(COLUMNS.filter(({ name }) => name !== 'id'));

/** Writes an asset's channels in use, in their order: new ones are added, known ones changed and taken back into use. */
export async function saveChannels(
  tx: Tx,
  asset: { readonly id: string; readonly organization_id: string },
  channels: readonly Channel[]
): Promise<void> {
  if (channels.length === 0) return;
  const rows = channels.map((channel, position) => ({ ...channel, position }));
  await tx.query(sql.unsafe`
    INSERT INTO channels (organization_id, asset_id, position, ${NAMES})
    SELECT ${asset.organization_id}::uuid, ${asset.id}::uuid, position, ${NAMES}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(position integer, ${TYPED})
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, ${CHANGED}, archived_at = NULL`);
}

/**
 * Takes channels out of use: those with calibrations or tasks are archived as permanent evidence; the others are
 * deleted.
 */
export async function removeChannels(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const those = sql.array([...ids], 'uuid');
  const evidence = sql.fragment`(
    EXISTS (SELECT FROM calibrations c WHERE c.asset_id = ch.asset_id AND c.channel_id = ch.id)
    OR EXISTS (SELECT FROM tasks t WHERE t.channel_id = ch.id))`;
  await tx.query(sql.unsafe`UPDATE channels ch SET archived_at = now() WHERE id = ANY (${those}) AND ${evidence}`);
  await tx.query(sql.unsafe`DELETE FROM channels ch WHERE id = ANY (${those}) AND NOT ${evidence}`);
}
