import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isRightPassword } from './passwords.ts';

test('a password is stored as argon2id with 19 MiB, two passes, one lane, and is recognized', async () => {
  const stored = await hashPassword('correct horse battery');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isRightPassword('correct horse battery', stored)).toBe(true);
  expect(await isRightPassword('correct horse batterz', stored)).toBe(false);
});

test('without an account no password is right', async () => {
  expect(await isRightPassword('anything at all', null)).toBe(false);
});

test('a hash of another cost is outdated, one of today is not', async () => {
  expect(isOutdated(await hash('x'.repeat(12), { memoryCost: 4096, timeCost: 3 }))).toBe(true);
  expect(isOutdated(await hashPassword('x'.repeat(12)))).toBe(false);
});
