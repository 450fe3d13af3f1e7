import { describe, expect, it } from 'vitest';
import { signPath, verifySignedPath } from './signed-path.ts';

const secrets = { secretKey: Buffer.alloc(32, 7) };
const next = Buffer.alloc(32, 8);
const expiresAt = new Date('2026-11-20T15:00:00Z');
const before = new Date('2026-11-20T14:59:59Z');
const options = { filename: 'Prüfschein NCL-2026-0318.pdf', contentType: 'application/pdf' };
const signed = () => new URL(signPath('certificates/a/b.pdf', options, expiresAt, secrets), 'http://localhost');

describe('a signed path', () => {
  it('allows the key, name and type that it was made for until it expires', () => {
    expect(verifySignedPath(signed(), secrets, before)).toEqual({ key: 'certificates/a/b.pdf', ...options });
    expect(verifySignedPath(signed(), secrets, expiresAt)).toBeNull();
  });

  it.each([
    ['another key', (url: URL) => (url.pathname = '/storage/certificates/a/c.pdf')],
    ['another route', (url: URL) => (url.pathname = '/elsewhere/certificates/a/b.pdf')],
    ['a later expiry', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['another name', (url: URL) => url.searchParams.set('filename', 'x.html')],
    ['another type', (url: URL) => url.searchParams.set('type', 'text/html')],
    ['a second type', (url: URL) => url.searchParams.append('type', 'text/html')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['a cut signature', (url: URL) => url.searchParams.set('signature', 'AAAA')]
  ])('is refused with %s', (_, change) => {
    const url = signed();
    change(url);
    expect(verifySignedPath(url, secrets, before)).toBeNull();
  });

  it('is refused under another secret', () => {
    expect(verifySignedPath(signed(), { secretKey: next }, before)).toBeNull();
  });

  it('is allowed while its secret is being replaced', () => {
    const replacing = { secretKey: next, secretKeyBefore: secrets.secretKey };
    expect(verifySignedPath(signed(), replacing, before)).toMatchObject({ key: 'certificates/a/b.pdf' });
  });

  it.each(['../a', '/a', 'a//b', 'a/../b', '.hidden', 'A', 'a b', ''])(
    'is never made for %j, which is no key',
    (key) => {
      expect(() => signPath(key, options, expiresAt, secrets)).toThrow('Not a key');
    }
  );
});
