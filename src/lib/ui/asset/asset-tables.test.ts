import { expect, test } from 'vitest';
import type { AssetMove } from '#lib/contracts/asset-bulk.ts';
import type { Task, TaskPerformance } from '#lib/contracts/tasks.ts';
import type { ListTable } from '../table/list-table.ts';
import { movesTable, taskHistoryTable, tasksTable } from './asset-tables.ts';

const say = (key: string) => key;
/** The only row, by its heads: as many as there are heads. */
function rowOf({ heads, rows }: ListTable) {
  const [row = []] = [...rows];
  expect(row).toHaveLength(heads.length);
  return Object.fromEntries(heads.map((head, i) => [head, row[i]]));
}

test('a move is a row with both its places, also where one is no place or was deleted', () => {
  const move = {
    ...{ id: 'm', at: '2026-03-04T10:00:00Z', by: { id: 'p', full_name: 'Tess' } },
    ...{ from: null, to: { id: 'l', name: 'Hall' } }
  } as AssetMove;
  expect(rowOf(movesTable('TT-1', [move], say))).toEqual({
    'assets.column.asset': 'TT-1',
    'asset.moves.csv.at': '2026-03-04T10:00:00Z',
    'asset.moves.csv.from': 'common.no_location',
    'asset.moves.csv.to': 'Hall',
    'asset.moves.csv.by': 'Tess'
  });
  const gone = { ...move, to: { id: 'l', name: null }, by: null } as AssetMove;
  expect(rowOf(movesTable('TT-1', [gone], say))).toMatchObject({
    'asset.moves.csv.to': 'asset.moves.deleted',
    'asset.moves.csv.by': null
  });
});

test('a task is a row with its channel, its interval and both its days', () => {
  const task = {
    ...{ id: 't', name: 'Zero check', kind: 'intermediate_check', channel_id: 'c' },
    ...{ interval: { value: 3, unit: 'months' }, last_done: null, next_due: '2026-09-01' }
  } as Task;
  expect(rowOf(tasksTable('TT-1', [task], new Map([['c', 'Probe 1']]), say))).toEqual({
    'assets.column.asset': 'TT-1',
    'tasks.dialog.name': 'Zero check',
    'tasks.dialog.kind': 'tasks.kind.intermediate_check',
    'tasks.dialog.channel': 'Probe 1',
    'tasks.csv.interval': 3,
    'tasks.csv.unit': 'tasks.dialog.units.months',
    'tasks.csv.last': null,
    'tasks.csv.next': '2026-09-01'
  });
});

test('each time that a task was done is a row with its values in one cell', () => {
  const done = {
    ...{
      date: '2026-03-04',
      outcome: 'not_ok',
      took_out_of_service: true,
      note: 'Drifts',
      done_by: { full_name: 'Tess' }
    },
    values: [
      { key: 'zero', value: '0.3', unit: 'bar' },
      { key: 'seal', value: 'broken', unit: null }
    ]
  } as unknown as TaskPerformance;
  expect(rowOf(taskHistoryTable('TT-1', 'Zero check', [done], say))).toEqual({
    'assets.column.asset': 'TT-1',
    'tasks.dialog.name': 'Zero check',
    'tasks.did.date': '2026-03-04',
    'tasks.did.outcome': 'tasks.outcome.not_ok',
    'tasks.history.out': 'tasks.csv.yes',
    'tasks.did.values': 'zero: 0.3 bar; seal: broken',
    'tasks.did.note': 'Drifts',
    'tasks.csv.by': 'Tess'
  });
});
