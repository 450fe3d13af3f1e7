import { expect, test } from 'vitest';
import { chooseAsset } from './choose-asset.ts';

const OWN = '0198f000-0000-7000-8000-00000000000a';
const asset = (id: string, organization_id: string, asset_id = 'TT-042') => ({ id, asset_id, organization_id });
const mine = asset('0198f000-0000-7000-8000-000000000001', OWN);
const theirs = asset('0198f000-0000-7000-8000-000000000002', 'other');
const others = asset('0198f000-0000-7000-8000-000000000003', 'third');
const member = { memberships: new Map([[OWN, 'member' as const]]) };

test('an asset of an own organization comes before others, whatever the case of its identifier', () => {
  expect(chooseAsset([theirs, mine, others], 'tt-042', member)).toBe(mine);
  expect(chooseAsset([theirs], 'TT-042', member)).toBe(theirs);
});

test('a UUID names one asset, whoever owns it', () => {
  expect(chooseAsset([mine, theirs], theirs.id.toUpperCase(), member)).toBe(theirs);
});

test('several of others are ambiguous and named, none is not found', () => {
  const candidates = [{ id: theirs.id }, { id: others.id }];
  expect(() => chooseAsset([theirs, others], 'TT-042', member)).toThrow(
    expect.objectContaining({
      code: 'ambiguous_ref',
      context: expect.objectContaining({ candidates: candidates.map((c) => expect.objectContaining(c)) })
    })
  );
  expect(() => chooseAsset([mine], 'TT-043', member)).toThrow(expect.objectContaining({ code: 'not_found' }));
});
