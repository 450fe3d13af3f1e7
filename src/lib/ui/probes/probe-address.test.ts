import { expect, test } from 'vitest';
import type { Channel } from '#lib/contracts/assets.ts';
import { newRound } from '../round/round.ts';
import { channelsIn, probeGroups, probesHref, probesInRound } from './probe-address.ts';

const channel = (id: string, unit: string | null = '°C', archived_at: string | null = null) =>
  ({ id, name: id, unit, archived_at }) as Channel;
const logger = {
  id: 'log',
  channels: [channel('h', '%rh'), channel('a'), channel('b'), channel('c', '°C', '2026-01-01T00:00:00Z'), channel('d')]
};

test('probes of one unit share a grid; archived ones and a single one do not', () => {
  expect(probeGroups(logger).map((group) => group.map(({ id }) => id))).toEqual([['a', 'b', 'd']]);
  expect(probeGroups({ channels: [channel('a'), channel('h', '%rh')] })).toEqual([]);
});

test('an address names its channels once each, and no more than eight', () => {
  const ids = Array.from({ length: 12 }, (_, i) => `c${i}`);
  const url = new URL(probesHref('LOG 4', ['a', ...ids]), 'https://plumbline.example');
  expect(url.pathname).toBe('/assets/LOG%204/probes/calibrate');
  expect(channelsIn(url)).toEqual(['a', ...ids.slice(0, 7)]);
  expect(channelsIn(new URL('https://plumbline.example/?channels=a,,a,b'))).toEqual(['a', 'b']);
  expect(channelsIn(new URL('https://plumbline.example/'))).toEqual([]);
});

test('in a round those that wait of a logger may be typed together', () => {
  const round = newRound(['a', 'b', 'd'].map((channel_id) => ({ asset_id: 'log', channel_id })));
  expect(probesInRound(logger, round).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect(probesInRound(logger, { ...round, done: ['log:a'] }).map(({ id }) => id)).toEqual(['b', 'd']);
  expect(probesInRound(logger, { ...round, done: ['log:a', 'log:b'] })).toEqual([]);
  expect(probesInRound({ ...logger, id: 'other' }, round)).toEqual([]);
});
