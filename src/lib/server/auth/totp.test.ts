import { describe, expect, test } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('the SHA-1 vectors of RFC 6238, appendix B: their last six digits', () => {
  test.each([
    [59, '287082', 0x1],
    [1111111109, '081804', 0x23523ec],
    [1111111111, '050471', 0x23523ed],
    [1234567890, '005924', 0x273ef07],
    [2000000000, '279037', 0x3f940aa],
    [20000000000, '353130', 0x27bc86aa]
  ])('at %d s', (seconds, code, step) => {
    expect(stepOfCode(code, SECRET, at(seconds))).toBe(step);
  });
});

test('a code is right for one step before and after its own, and no longer', () => {
  const steps = [-61, -60, -31, -30, 0, 29, 30, 59, 60].map((late) =>
    stepOfCode('081804', SECRET, at(0x23523ec * 30 + late))
  );
  const right = 0x23523ec;
  expect(steps).toEqual([null, null, null, right, right, right, right, right, null]);
});

test('a code of another length, with letters or of another secret is wrong', () => {
  for (const code of ['', '81804', '0081804', '08180a', '081805']) {
    expect(stepOfCode(code, SECRET, at(1111111109)), code).toBeNull();
  }
  expect(stepOfCode('081804', newTotpSecret(), at(1111111109))).toBeNull();
});

test('a new secret has 160 bits, and its address tells the app what it needs', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, { email: 'ada+lab@laboratory.example', origin: 'https://cal.example:8443' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.href)).toContain('Plumbline cal.example 8443:ada+lab@laboratory.example');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    issuer: 'Plumbline cal.example 8443',
    algorithm: 'SHA1',
    digits: '6',
    period: '30'
  });
});
