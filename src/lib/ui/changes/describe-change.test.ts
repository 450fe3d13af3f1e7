import { describe, expect, it } from 'vitest';
import { describeChanges } from './describe-change.ts';

const CHANNEL = '018f0000-0000-7000-8000-0000000000c1';
const PLACE = '018f0000-0000-7000-8000-0000000000d1';
const names = new Map([
  [CHANNEL, 'Probe 4'],
  [PLACE, 'Laboratory 1']
]);
const context = {
  translate: (key: string, options?: { values?: Record<string, string | number> }) =>
    key === 'audit.channel_named' ? `channel ${options?.values?.['channel']}` : key.replace(/^audit\./, ''),
  language: 'en',
  roles: 'common.role' as const,
  nameOf: (id: string) => names.get(id) ?? null
};
const shown = (changes: Parameters<typeof describeChanges>[0], language = 'en') =>
  describeChanges(changes, { ...context, language }).map(({ label, old, now }) => [label, old, now]);

describe('what an entry of the audit log says', () => {
  it('names fields and writes numbers as the reader does', () => {
    expect(shown({ resolution: { old: 0.1, new: 0.05 } }, 'de')).toEqual([['field.resolution', '0,1', '0,05']]);
  });
  it('writes days as the reader does', () => {
    expect(shown({ expected_back: { old: null, new: '2026-12-12' } })).toEqual([
      ['field.expected_back', null, '12 Dec 2026']
    ]);
  });
  it('distinguishes empty from filled, and yes from no', () => {
    expect(shown({ website: { old: null, new: 'lab.example' }, private: { old: false, new: true } })).toEqual([
      ['field.website', null, 'lab.example'],
      ['field.private', 'value.no', 'value.yes']
    ]);
  });
  it('leaves out what was empty and stays so, and says in words why data are a copy', () => {
    expect(shown({ stated_error: { old: null, new: null }, reason: { old: null, new: 'elsewhere' } })).toEqual([
      ['field.reason', null, 'value.reason.elsewhere']
    ]);
  });
  it('calls places by their name, and keeps the id of what this device does not know', () => {
    const unknown = PLACE.replace('d1', 'd2');
    expect(shown({ location_id: { old: PLACE, new: unknown } })).toEqual([
      ['field.location_id', 'Laboratory 1', unknown]
    ]);
  });
  it('lists each changed attribute under its own name, and intervals in their unit', () => {
    const cable = (value: string) => ({ key: 'Cable', value, unit: 'm' });
    const colour = { key: 'Colour', value: 'red', unit: null };
    expect(
      shown({ attributes: { old: [cable('3'), colour], new: [colour, cable('5'), { ...colour, key: 'Lid' }] } })
    ).toEqual([
      ['Cable', '3\u202fm', '5\u202fm'],
      ['Lid', null, 'red']
    ]);
    expect(shown({ calibration_interval_months: { old: null, new: 12 } })).toEqual([
      ['field.calibration_interval_months', null, 'asset.spec.months']
    ]);
  });
  it('names the channel of a field, and says a whole channel in one line', () => {
    expect(
      shown({
        [`channel.${CHANNEL}.unit`]: { old: '°C', new: 'K' },
        [`channel.${CHANNEL}`]: { old: null, new: 'Probe 4' }
      })
    ).toEqual([
      ['channel Probe 4: field.unit', '°C', 'K'],
      ['channel Probe 4', null, 'Probe 4']
    ]);
  });
  it('writes a tolerance as data sheets do', () => {
    const part = (limit: number) => [{ kind: 'absolute', lower: -limit, upper: limit }];
    expect(shown({ tolerance: { old: part(0.3), new: [] } })).toEqual([['field.tolerance', '±0.3', null]]);
  });
  it('writes a capability as it is stated', () => {
    const cmc = { old: { a: 0.02, b: 0 }, new: { a: 0.01, b: 0.001 } };
    expect(shown({ cmc })).toEqual([['field.cmc', '0.02 + 0 · |x|', '0.01 + 0.001 · |x|']]);
  });
  it('says picture instead of a file’s id, and shows no value that it cannot read as code', () => {
    expect(shown({ logo_file_id: { old: null, new: PLACE }, odd: { old: { a: 1 }, new: ['x', 'y'] } })).toEqual([
      ['field.logo_file_id', null, 'value.picture'],
      ['field.odd', '{"a":1}', 'x, y']
    ]);
  });
  it('names the events of a webhook, the message sent again and why it was turned off', () => {
    expect(
      shown({
        events: { old: ['asset.overdue'], new: ['asset.overdue', 'calibration.recorded'] },
        delivery: { old: null, new: `calibration.voided ${PLACE}` },
        turned_off: { old: null, new: 'gone' }
      })
    ).toEqual([
      ['field.events', 'value.events.asset_overdue', 'value.events.asset_overdue, value.events.calibration_recorded'],
      ['field.delivery', null, `value.events.calibration_voided ${PLACE}`],
      ['field.turned_off', null, 'value.turned_off.gone']
    ]);
  });
  it('a task is shown by its name; its interval, kind and outcome are words', () => {
    const task = '0198a000-0000-7000-8000-00000000000c';
    expect(
      shown({
        [`task.${task}`]: { old: null, new: 'Ice point' },
        [`task.${task}.interval`]: { old: null, new: { value: 3, unit: 'months' } },
        [`task.${task}.kind`]: { old: 'other', new: 'verification' },
        task_outcome: { old: null, new: 'not_ok' }
      })
    ).toEqual([
      ['task', null, 'Ice point'],
      ['task: field.interval', null, 'tasks.every.months'],
      ['task: field.kind', 'tasks.kind.other', 'tasks.kind.verification'],
      ['field.task_outcome', null, 'tasks.outcome.not_ok']
    ]);
  });
});
