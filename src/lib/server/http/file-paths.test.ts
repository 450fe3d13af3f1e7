import { expect, test } from 'vitest';
import { isSignedFilePath, signFilePaths } from './file-paths.ts';

const ID = '0198f000-0000-7000-8000-000000000001';
const at = (time: string, key = 7) => ({ secretKey: Buffer.alloc(32, key), now: () => new Date(time) });
const NOON = at('2026-11-21T12:00:00Z');
const signed = (signing: Parameters<typeof signFilePaths>[1] = NOON) => {
  const { profile_picture_url } = JSON.parse(
    signFilePaths(JSON.stringify({ profile_picture_url: `/api/v1/files/${ID}` }), signing)
  ) as { profile_picture_url: string };
  const query = new URL(profile_picture_url, 'http://x').searchParams;
  return { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
};

test('a path is signed wherever a url field holds it, and worth nothing for another file, time or secret', () => {
  expect(isSignedFilePath(ID, signed(), NOON)).toBe(true);
  expect(isSignedFilePath(ID.replace('1', '2'), signed(), NOON)).toBe(false);
  expect(isSignedFilePath(ID, { ...signed(), expires: '99999999999' }, NOON)).toBe(false);
  expect(isSignedFilePath(ID, signed(), at('2026-11-21T12:00:00Z', 8))).toBe(false);
  expect(isSignedFilePath(ID, { ...signed(), signature: '' }, NOON)).toBe(false);
});

test('a signature with any other last letter is none, although some of them decode to the same bytes', () => {
  const { expires, signature } = signed();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='];
  const good = letters.filter((letter) =>
    isSignedFilePath(ID, { expires, signature: `${signature.slice(0, -1)}${letter}` }, NOON)
  );
  expect(good).toEqual([signature.slice(-1)]);
});

test('it is the same all day, for the browser’s cache, and lives one day at least and two at most', () => {
  expect(signed(at('2026-11-21T00:00:00Z'))).toEqual(signed(at('2026-11-21T23:59:59Z')));
  expect(isSignedFilePath(ID, signed(at('2026-11-21T23:59:59Z')), at('2026-11-22T23:59:58Z'))).toBe(true);
  expect(isSignedFilePath(ID, signed(at('2026-11-21T00:00:00Z')), at('2026-11-23T00:00:00Z'))).toBe(false);
});

test('it stays good while the secret is being replaced', () => {
  const next = at('2026-11-21T12:00:00Z', 8);
  expect(isSignedFilePath(ID, signed(), { ...next, secretKeyBefore: NOON.secretKey })).toBe(true);
  expect(signed({ ...next, secretKeyBefore: NOON.secretKey })).toEqual(signed(next));
});

test('nothing that somebody wrote is signed', () => {
  for (const written of [
    { description: `/api/v1/files/${ID}` },
    { name: `","logo_url":"/api/v1/files/${ID}"` },
    { name: `logo_url":"/api/v1/files/${ID}` }
  ]) {
    const json = JSON.stringify(written);
    expect(signFilePaths(json, NOON)).toBe(json);
  }
});
