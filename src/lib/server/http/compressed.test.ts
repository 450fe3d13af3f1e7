import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedJson, compressedPage } from './compressed.ts';

const asking = (accepted: string | null) =>
  new Request('http://plumbline.invalid/', accepted === null ? {} : { headers: { 'Accept-Encoding': accepted } });
const long = `<p>${'a plumb line hangs true '.repeat(100)}</p>`;
const page = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8', ETag: '"1"', ...headers } });

test.each(['gzip', 'br, gzip;q=0.5', 'gzip, deflate'])(
  'a page is compressed for clients that accept %s',
  async (accepted) => {
    const response = await compressedPage(asking(accepted), page(long, { 'Content-Length': String(long.length) }));
    expect(response.status).toBe(404);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      etag: '"1"',
      vary: 'Accept-Encoding'
    });
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
  }
);

test.each([null, 'br', 'gzip;q=0', 'gzip; q=0.0, br'])('and not for clients that accept %s', async (accepted) => {
  const response = await compressedPage(asking(accepted), page(long));
  expect(response.headers.get('Content-Encoding')).toBeNull();
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe(long);
});

test('what is short, compressed already, empty or no page is left as it is', async () => {
  const left = [
    page('short'),
    page(long, { 'Content-Encoding': 'br' }),
    page(long, { 'Content-Type': 'application/pdf' }),
    new Response(null, { headers: { 'Content-Type': 'text/html' } })
  ];
  for (const one of left) {
    const before = one.headers.get('Content-Encoding');
    const after = await compressedPage(asking('gzip'), one);
    expect([after.status, after.headers.get('Content-Encoding')]).toEqual([one.status, before]);
  }
});

test('JSON is compressed, and nobody keeps it', async () => {
  const response = await compressedJson(asking('gzip'), JSON.stringify([long]));
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(JSON.parse(gunzipSync(await response.arrayBuffer()).toString())).toEqual([long]);
  expect(await (await compressedJson(asking('gzip'), '[1]')).json()).toEqual([1]);
});
