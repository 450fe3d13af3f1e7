import { expect, test } from 'vitest';
import { assertUncommon, isCommonPassword } from './common-passwords.ts';

test.each([
  'administrator',
  'Administrator',
  'qwertyuiop123',
  'Password12345!',
  '123456789012',
  'passwordpassword',
  'aaaaaaaaaaaaaa',
  'abcabcabcabc',
  '2026-11-21-0930'
])('%s is refused', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(() => assertUncommon(password, 'new_password')).toThrow(expect.objectContaining({ name: 'InvalidInput' }));
});

test.each(['a plumb line hangs true', 'Kalibrierschein-Montag', 'correct horse battery', 'Zugspitze2962mEibsee'])(
  '%s is taken',
  (password) => {
    expect(isCommonPassword(password)).toBe(false);
    expect(() => assertUncommon(password)).not.toThrow();
  }
);
