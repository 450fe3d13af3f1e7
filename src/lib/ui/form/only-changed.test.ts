import { expect, test } from 'vitest';
import { onlyChanged } from './only-changed.ts';

test('what was changed is sent, also what was emptied or added, and nothing else', () => {
  const before = { name: 'Bath', tolerance: [{ lower: -0.1, upper: 0.1 }], channels: [], location: 'a', tags: {} };
  const after = { ...before, tolerance: [{ lower: -0.1, upper: 0.2 }], location: null, unit: '°C' };
  expect(onlyChanged<object>(before, after)).toEqual({
    tolerance: [{ lower: -0.1, upper: 0.2 }],
    location: null,
    unit: '°C'
  });
  expect(onlyChanged(before, structuredClone(before))).toEqual({});
});
