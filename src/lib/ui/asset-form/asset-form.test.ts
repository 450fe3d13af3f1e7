import { describe, expect, it } from 'vitest';
import { createBody, emptyAsset, emptyChannel, emptyMeasuring, faultsOf, updateBody } from './asset-form.ts';

const ORGANIZATION = '0198f3a0-0000-7000-8000-000000000001';
const filled = () => ({ ...emptyAsset(ORGANIZATION, false), asset_id: 'TT-042', name: 'Reactor outlet' });

describe('the body of an asset form', () => {
  it('sends empty text as null and tags once each', () => {
    const body = createBody({ ...filled(), serial_number: '  ', tags: 'reactor, line 2 , reactor,' });
    expect(body).toMatchObject({
      asset_id: 'TT-042',
      organization_id: ORGANIZATION,
      serial_number: null,
      tags: ['reactor', 'line 2']
    });
  });
  it('leaves out tolerance rows without limits', () => {
    const form = filled();
    form.measuring.tolerance = [
      { kind: 'absolute', lower: null, upper: null },
      { kind: 'percent_of_reading', lower: -0.1, upper: 0.1 }
    ];
    expect(updateBody(form).tolerance).toEqual([{ kind: 'percent_of_reading', lower: -0.1, upper: 0.1 }]);
  });
  it('sends channels in use only, with the id of those the server knows', () => {
    const form = { ...filled(), several_channels: true };
    form.channels = [
      { ...emptyChannel('a'), id: ORGANIZATION, name: 'T1' },
      { ...emptyChannel('b'), name: 'T2' },
      { ...emptyChannel('c'), id: ORGANIZATION, name: 'T3', archived: true }
    ];
    form.measuring = { ...emptyMeasuring(), unit: 'bar' };
    const body = updateBody(form);
    expect(body.channels?.map(({ id, name }) => [id, name])).toEqual([
      [ORGANIZATION, 'T1'],
      [undefined, 'T2']
    ]);
    expect(body.unit).toBeNull();
  });
});

describe('faults found before the network is asked', () => {
  it('names what is missing and ids that the server would refuse', () => {
    expect(faultsOf(emptyAsset('', false))).toEqual({
      asset_id: 'missing',
      name: 'missing',
      organization_id: 'missing'
    });
    expect(faultsOf({ ...filled(), asset_id: 'TT 042/β' })).toEqual({ asset_id: 'asset_id' });
  });
  it('wants a name and a value of each attribute, no name twice, and leaves empty rows out', () => {
    const row = (key: string, value: string) => ({ key, value, unit: '' });
    const form = { ...filled(), attributes: [row('Cable', '3'), row('', ''), row('', '4'), row(' cable', '')] };
    expect(faultsOf(form)).toEqual({
      'attributes.2.key': 'missing',
      'attributes.3.key': 'attribute_twice',
      'attributes.3.value': 'missing'
    });
    expect(updateBody({ ...form, attributes: form.attributes.slice(0, 2) }).attributes).toEqual([
      { key: 'Cable', value: '3', unit: null }
    ]);
  });
  it('needs both ends of an output signal, a width, and the range and unit that it represents', () => {
    const faultsWith = (signal: Partial<ReturnType<typeof emptyMeasuring>>) =>
      faultsOf({ ...filled(), measuring: { ...emptyMeasuring(), ...signal } });
    const whole = { measured_unit: 'mA', range_min: 0, range_max: 50, signal_min: 4, signal_max: 20 };
    expect(faultsWith(whole)).toEqual({});
    expect(faultsWith({ ...whole, signal_max: null })).toEqual({ signal_max: 'signal_end' });
    expect(faultsWith({ ...whole, signal_max: 4 })).toEqual({ signal_max: 'signal_width' });
    expect(faultsWith({ signal_min: 4, signal_max: 20 })).toEqual({
      range_min: 'signal_needs',
      range_max: 'signal_needs',
      measured_unit: 'signal_needs'
    });
  });
  it('sends a capability with what grows with the value, and refuses a negative one', () => {
    const form = filled();
    form.measuring = { ...emptyMeasuring(), cmc: 0.02, cmc_share: 0.001 };
    expect(updateBody(form).cmc).toEqual({ a: 0.02, b: 0.001 });
    form.measuring = { ...emptyMeasuring(), cmc: -0.02 };
    expect(faultsOf(form)).toEqual({ cmc: 'negative' });
  });
  it('finds a range and limits that are turned around', () => {
    const form = filled();
    form.measuring = {
      ...emptyMeasuring(),
      range_min: 100,
      range_max: 0,
      tolerance: [{ kind: 'absolute', lower: 0.3, upper: -0.3 }]
    };
    expect(faultsOf(form)).toEqual({ range_max: 'range', 'tolerance.0.upper': 'limits' });
  });
  it('counts channels as the body sends them, archived ones left out', () => {
    const form = { ...filled(), several_channels: true };
    form.channels = [{ ...emptyChannel('a'), archived: true }, emptyChannel('b')];
    expect(faultsOf(form)).toEqual({ 'channels.0.name': 'missing' });
  });
});
