import { afterEach, expect, test } from 'vitest';
import { askForNamesakes, assetHref } from './asset-href.ts';

afterEach(() => askForNamesakes(() => false));

test('an identifier that one asset has is its address, whatever characters it has', () => {
  expect(assetHref({ id: 'u1', asset_id: 'TT 1/2' })).toBe('/assets/TT%201%2F2');
  expect(assetHref({ id: 'u1', asset_id: 'TT-1' }, '/calibrate')).toBe('/assets/TT-1/calibrate');
});

test('an identifier that several assets have leads to none of them: the UUID does', () => {
  askForNamesakes((assetId) => assetId === 'TT-1');
  expect(assetHref({ id: 'u1', asset_id: 'TT-1' }, '/calibrate')).toBe('/assets/u1/calibrate');
  expect(assetHref({ id: 'u2', asset_id: 'TT-2' })).toBe('/assets/TT-2');
});
