import { expect, test } from 'vitest';
import { judgePassword } from './judge-password.ts';

test.each([
  'administrator',
  'Administrator',
  'qwertyuiop123',
  'Password12345!',
  '123456789012',
  'passwordpassword',
  'Monkey1!Monkey1!',
  'aaaaaaaaaaaaaa',
  'abcabcabcabc',
  'xq7vxq7vxq7v',
  '2026-11-21-0930',
  'Plumbline2026!',
  'Kalibrierung1'
])('“%s” is among the first that anybody would try', (password) => {
  expect(judgePassword(password)).toBe('common');
});

test.each(['', 'short', 'elevenchars'])('“%s” is too short', (password) => {
  expect(judgePassword(password)).toBe('short');
});

test.each(['a plumb line hangs true', 'Kalibrierschein-Montag', 'correct horse battery', 'Zugspitze2962mEibsee'])(
  '“%s” is taken',
  (password) => {
    expect(judgePassword(password)).toBe('accepted');
  }
);
