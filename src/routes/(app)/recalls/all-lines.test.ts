import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLines } from './all-lines.ts';

const TOTAL = 6200;
let asked: URLSearchParams[] = [];

/** A server with a long recall: the line after the cursor, and as many as are asked for, but not more than 500. */
function answer(address: string): Promise<Response> {
  const query = new URL(address, 'https://lab.test').searchParams;
  asked.push(query);
  const from = Number(query.get('cursor') ?? 0);
  const to = Math.min(from + Math.min(500, Number(query.get('limit'))), TOTAL);
  const lines = Array.from({ length: to - from }, (_, i) => ({ calibration: { id: String(from + i) } }));
  const link: Record<string, string> = to < TOTAL ? { link: `</lines?cursor=${to}>; rel="next"` } : {};
  return Promise.resolve(new Response(JSON.stringify(lines), { headers: link }));
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('location', new URL('https://lab.test/recalls/1/letter'));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('every line of a long recall is read, for its letters and its decisions, each once', async () => {
  const lines = await readLines('1', { filter: { disposition: 'open', class: 'unchanged' } });
  expect(lines).toHaveLength(TOTAL);
  expect(new Set(lines.map(({ calibration }) => calibration.id)).size).toBe(TOTAL);
  expect(asked.every((query) => query.get('disposition') === 'open' && query.get('class') === 'unchanged')).toBe(true);
});

test('a list that shows its beginning reads no more than that', async () => {
  expect(await readLines('1', { most: 700 })).toHaveLength(700);
  expect(asked.map((query) => query.get('limit'))).toEqual(['500', '200']);
});
