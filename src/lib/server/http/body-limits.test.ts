import { expect, test } from 'vitest';
import { bodyLimitOf } from './body-limits.ts';

const MIB = 1024 * 1024;

test.each([
  ['/api/v1/calibrations', 16 * MIB],
  ['/api/v1/calibrations/analyze', 16 * MIB],
  ['/api/v1/sync/push', 16 * MIB],
  ['/api/v1/locations', 2 * MIB],
  ['/api/v1/locations/0198f000-0000-7000-8000-00000000000a', 2 * MIB],
  ['/api/v1/not-described', 2 * MIB],
  ['/sign-in', 64 * 1024],
  ['/api/v1/calibrations/analyze/more', 2 * MIB]
])('%s takes at most %i bytes', (path, limit) => {
  expect(bodyLimitOf(path)).toBe(limit);
});
