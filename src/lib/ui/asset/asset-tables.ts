/** What an asset's page lists, for spreadsheets: moves, recurring tasks, and each time that one was done. */
import type { AssetMove } from '#lib/contracts/asset-bulk.ts';
import type { Task, TaskPerformance } from '#lib/contracts/tasks.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '../table/list-table.ts';

/** Newest first, as on screen; instants as RFC 3339. */
export function movesTable(assetId: string, moves: readonly AssetMove[], say: Translate): ListTable {
  const nameOf = (place: AssetMove['from']) =>
    place === null ? say('common.no_location') : (place.name ?? say('asset.moves.deleted'));
  return {
    heads: ['assets.column.asset', ...['at', 'from', 'to', 'by'].map((key) => `asset.moves.csv.${key}`)].map((key) =>
      say(key)
    ),
    rows: moves.map(({ at, from, to, by }) => [assetId, at, nameOf(from), nameOf(to), by?.full_name ?? null])
  };
}

/** Days as `YYYY-MM-DD`. */
export const tasksTable = (
  assetId: string,
  tasks: readonly Task[],
  channelNames: ReadonlyMap<string, string>,
  say: Translate
): ListTable => ({
  heads: [
    'assets.column.asset',
    ...['name', 'kind', 'channel'].map((key) => `tasks.dialog.${key}`),
    ...['interval', 'unit', 'last', 'next'].map((key) => `tasks.csv.${key}`)
  ].map((key) => say(key)),
  rows: tasks.map(({ name, kind, channel_id, interval, last_done, next_due }) => [
    ...[assetId, name, say(`tasks.kind.${kind}`)],
    channel_id === null ? null : (channelNames.get(channel_id) ?? null),
    ...[interval.value, say(`tasks.dialog.units.${interval.unit}`), last_done, next_due]
  ])
});

/** Measured values are in one cell, as `name: value unit`. */
export const taskHistoryTable = (
  assetId: string,
  task: string,
  performances: readonly TaskPerformance[],
  say: Translate
): ListTable => ({
  heads: [
    ...['assets.column.asset', 'tasks.dialog.name', 'tasks.did.date', 'tasks.did.outcome', 'tasks.history.out'],
    ...['tasks.did.values', 'tasks.did.note', 'tasks.csv.by']
  ].map((key) => say(key)),
  rows: performances.map(({ date, outcome, took_out_of_service, values, note, done_by }) => [
    ...[
      assetId,
      task,
      date,
      say(`tasks.outcome.${outcome}`),
      say(took_out_of_service ? 'tasks.csv.yes' : 'tasks.csv.no')
    ],
    values.map(({ key, value, unit }) => `${key}: ${value}${unit === null ? '' : ` ${unit}`}`).join('; '),
    ...[note, done_by.full_name]
  ])
});
