import { expect, test } from 'vitest';
import { capabilityOf, capabilityRecord, sameCapability } from './capability.ts';

test('a record is requested in one form, and an older form is understood', () => {
  expect(capabilityOf({ cmc: { a: 0.02, b: 0 } })).toBe(0.02);
  expect(capabilityOf({ cmc: { a: 0.02, b: 0.001 } })).toEqual({ a: 0.02, b: 0.001 });
  expect(capabilityOf({ cmc: 0.02 })).toBe(0.02);
  expect(capabilityOf({ cmc: null })).toBeNull();
  expect(capabilityOf({})).toBeNull();
  expect(capabilityRecord(0.5)).toEqual({ a: 0.5, b: 0 });
  expect(capabilityRecord(null)).toBeNull();
});

test('none and zero set the same floor, and so do both ways of writing one', () => {
  expect(sameCapability(undefined, 0)).toBe(true);
  expect(sameCapability(0.1, { a: 0.1, b: 0 })).toBe(true);
  expect(sameCapability(0.1, { a: 0.1, b: 0.01 })).toBe(false);
  expect(sameCapability(null, 0.1)).toBe(false);
});
