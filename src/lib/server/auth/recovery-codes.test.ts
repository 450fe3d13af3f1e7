import { expect, test } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

test('ten codes of 120 bits, in groups, none like another', () => {
  const codes = newRecoveryCodes();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
});

test('a code is the same however it is typed, and another one is not', () => {
  const hash = recoveryCodeHash('0a1b2c-3d4e5f-6g7h8j-9kmnpq');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const typed of [' 0A1B2C 3D4E5F 6G7H8J 9KMNPQ ', 'OaIb2c-3d4e5f-6g7h8j-9kmnpq', 'oalb2c3d4e5f6g7h8j9kmnpq']) {
    expect(recoveryCodeHash(typed), typed).toBe(hash);
  }
  expect(recoveryCodeHash('0a1b2c-3d4e5f-6g7h8j-9kmnpr')).not.toBe(hash);
});
