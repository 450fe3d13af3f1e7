import { expect, test } from 'vitest';
import { apiOf } from '../support/api.ts';
import { createPerson } from '../support/laboratory.ts';

test('who guesses under ever other forwarded addresses is the same guesser: no proxy is trusted unless it is configured', async () => {
  const { email } = await createPerson('viewer');
  const guess = (turn: number) =>
    apiOf(null)(
      'POST',
      '/auth/login',
      { email, password: 'not the password' },
      {
        'X-Forwarded-For': `198.51.100.${turn}, 203.0.113.${turn}`,
        Forwarded: `for=198.51.100.${turn}`,
        'X-Real-IP': `198.51.100.${turn}`
      }
    );
  const answers: number[] = [];
  for (let turn = 1; turn <= 11; turn++) answers.push((await guess(turn)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  const refused = await guess(12);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
