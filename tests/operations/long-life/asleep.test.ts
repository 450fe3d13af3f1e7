/** A machine that was suspended: the clock on the wall is hours or months later, and no timer has run meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInFirst } from '../../bench/ask-server.ts';
import type { Api } from '../../support/api.ts';
import { startInSimulatedTime, type SimulatedTime } from '../../support/simulated-time.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const MOST_LINES = 5;

let time: SimulatedTime;
let api: Api;
beforeAll(async () => {
  time = await startInSimulatedTime({ asleep: true });
  ({ api } = await signInFirst(time.server.baseUrl));
}, 240_000);
afterAll(() => time?.end());

test.each([
  ['a night', 10 * HOUR_S, 200],
  // Longer than a session lasts.
  ['a quarter of a year', 92 * DAY_S, 401],
  ['the days by which its clock was ahead', -30 * DAY_S, 401]
])('after %s it answers at once, also on open connections, and logs little', async (_what, seconds, status) => {
  await time.whenQuiet();
  const before = time.server.output().length;
  await time.jump(seconds);
  const begun = performance.now();
  const [user, ready] = await Promise.all([api('GET', '/users/me'), fetch(`${time.server.baseUrl}/health/ready`)]);
  expect([user.status, ready.status]).toEqual([status, 200]);
  expect(performance.now() - begun, 'ms').toBeLessThan(3000);
  const lines = time.server
    .output()
    .slice(before)
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.filter((line) => /"level":(50|60)/u.test(line))).toEqual([]);
  expect(lines.length).toBeLessThan(MOST_LINES);
});
