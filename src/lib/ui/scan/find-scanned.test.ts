import { expect, it } from 'vitest';
import { anAsset } from '#lib/contracts/asset-fixture.ts';
import { createHref, findScanned } from './find-scanned.ts';

const ID = '0198f3a0-0000-7000-8000-000000000001';
const assets = [
  { ...anAsset('TT-1', { serial_number: 'SN-77' }), id: ID },
  { ...anAsset('TT-2', { serial_number: 'SN-78' }), id: 'b' },
  { ...anAsset('TT-3', { serial_number: 'sn-78' }), id: 'c' },
  { ...anAsset('SN-77', { organization_id: 'x' }), id: 'd' },
  { ...anAsset('TT-9', { organization_id: 'x' }), id: 'e' },
  { ...anAsset('tt-9', { organization_id: 'y' }), id: 'f' }
];
const found = (text: string) => findScanned(assets, { kind: 'text', text })?.asset_id;

it('finds by UUID, identifier and serial number, the identifier first', () => {
  expect(findScanned(assets, { kind: 'sticker', id: ID, host: 'other.test' })?.asset_id).toBe('TT-1');
  expect(found('tt-2')).toBe('TT-2');
  expect(found('sn-77')).toBe('SN-77');
});
it('opens nothing that several could mean', () => {
  expect(found('SN-78')).toBeUndefined();
  expect(found('TT-9')).toBeUndefined();
  expect(found('')).toBeUndefined();
});
it('creates with the code where it can be an identifier, else with it as serial number', () => {
  expect(createHref({ kind: 'text', text: 'TT-7' })).toBe('/assets/new?asset_id=TT-7');
  expect(createHref({ kind: 'text', text: 'SN 7&x=1' })).toBe('/assets/new?serial_number=SN+7%26x%3D1');
  expect(createHref({ kind: 'text', text: '' })).toBeNull();
  expect(createHref({ kind: 'address', text: 'https://shop.test/' })).toBeNull();
  expect(createHref({ kind: 'sticker', id: ID, host: null })).toBeNull();
});
