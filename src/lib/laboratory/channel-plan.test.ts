import { expect, test } from 'vitest';
import type { Channel } from '#lib/contracts/assets.ts';
import { planChannels } from './channel-plan.ts';

const channel = (id: string, name: string, given: Partial<Channel> = {}): Channel => ({
  id,
  name,
  quantity: null,
  unit: '°C',
  measured_unit: null,
  range_min: 0,
  range_max: 100,
  resolution: null,
  tolerance: [],
  correction_applied: true,
  specification: null,
  cmc: null,
  signal_min: null,
  signal_max: null,
  archived_at: null,
  ...given
});

test('a known channel keeps absent fields, loses null ones, and is not reported if nothing changed', () => {
  const plan = planChannels(
    [channel('a', 'A'), channel('b', 'B')],
    [
      { id: 'a', name: 'A', unit: null },
      { id: 'b', name: 'B' }
    ],
    () => 'x'
  );
  expect(plan.channels[0]).toMatchObject({ id: 'a', unit: null, range_max: 100 });
  expect(plan.changes).toEqual({ 'channel.a.unit': { old: '°C', new: null } });
  expect(plan.removed).toEqual([]);
});

test('a whole channel that comes or goes is one summary each, an archived one that returns too', () => {
  const archived = channel('b', 'B', { archived_at: '2026-01-01T00:00:00Z' });
  const plan = planChannels([channel('a', 'A'), archived], [{ name: 'New' }, { id: 'b', name: 'B' }], () => 'n');
  expect(plan.changes).toEqual({
    'channel.n': { old: null, new: 'New' },
    'channel.b': { old: null, new: 'B' },
    'channel.a': { old: 'A', new: null }
  });
  expect(plan.channels.map(({ id, archived_at }) => [id, archived_at])).toEqual([
    ['n', null],
    ['b', null]
  ]);
  expect(plan.removed.map(({ id }) => id)).toEqual(['a']);
});

test('an id of elsewhere and a name used twice are faults at their place', () => {
  const plan = planChannels([], [{ name: 'Probe' }, { id: 'foreign', name: 'probe' }], () => 'n');
  expect(plan.faults.map(({ loc, type }) => `${loc.join('.')} ${type}`)).toEqual([
    'body.channels.1.id not_found',
    'body.channels.1.name duplicate'
  ]);
});
