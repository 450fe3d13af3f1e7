import { expect, test } from 'vitest';
import { bodyLimitOf } from './body-limits.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

test.each([
  ['/api/v1/calibrations', 16 * MIB],
  ['/api/v1/calibrations/analyze', 16 * MIB],
  ['/api/v1/sync/push', 16 * MIB],
  ['/api/v1/locations', 64 * KIB],
  ['/api/v1/locations/0198f000-0000-7000-8000-00000000000a', 64 * KIB],
  ['/api/v1/assets', MIB],
  ['/api/v1/auth/login', 16 * KIB],
  ['/api/v1/dcc/read', 16 * MIB + 32 * KIB],
  ['/api/v1/users/me/profile-picture', 5 * MIB],
  ['/api/v1/not-described', 64 * KIB],
  ['/sign-in', 64 * KIB],
  ['/api/v1/calibrations/analyze/more', 64 * KIB]
])('%s takes at most %i bytes', (path, limit) => {
  expect(bodyLimitOf(path)).toBe(limit);
});
