import { afterEach, expect, test, vi } from 'vitest';
import { fold, foldWhenIdle, matches, searchText, wordsOf } from './plain-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('text is searched without accents and capitals, in any script', () => {
  expect(fold('Größe Ñ°7 ÉTALON')).toBe('große n°7 etalon');
  expect(fold('BENCH-1\nGauge 7_~')).toBe('bench-1\ngauge 7_~');
  expect(fold('ΘΕΡΜΌΜΕΤΡΟ')).toBe('θερμομετρο');
  expect(matches(fold('Größe 3, Halle'), wordsOf(' halle  GROSSE '))).toBe(false);
  expect(matches(fold('Größe 3, Halle'), wordsOf(' halle  GRÖßE '))).toBe(true);
});

type Named = { readonly name: string };
const named = (count: number) => Array.from({ length: count }, (_, n): Named => ({ name: `Gauge ${n}` }));
/** Counts what is folded: each record once. */
const counting = () => vi.fn(({ name }: Named) => [name, null]);

test('records are folded while the browser is idle, in turns, each once', () => {
  const turns: ((idle: { timeRemaining: () => number }) => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (turn: (typeof turns)[number]) => turns.push(turn));
  const records = named(1000);
  const parts = counting();
  foldWhenIdle(records, parts);
  expect(parts).not.toHaveBeenCalled();
  turns.shift()?.({ timeRemaining: () => 0 });
  expect(parts.mock.calls.length).toBeLessThan(records.length);
  while (turns.length > 0) turns.shift()?.({ timeRemaining: () => 50 });
  expect(parts).toHaveBeenCalledTimes(records.length);
  expect(searchText(records[999] ?? { name: '' }, parts)).toBe('gauge 999');
  expect(parts).toHaveBeenCalledTimes(records.length);
});

test('a list that is replaced is not folded to its end', () => {
  const turns: ((idle: { timeRemaining: () => number }) => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (turn: (typeof turns)[number]) => turns.push(turn));
  const parts = counting();
  const end = foldWhenIdle(named(1000), parts);
  turns.shift()?.({ timeRemaining: () => 0 });
  const folded = parts.mock.calls.length;
  end();
  while (turns.length > 0) turns.shift()?.({ timeRemaining: () => 50 });
  expect(parts).toHaveBeenCalledTimes(folded);
});

test('a browser that does not report when it is idle folds the texts too', () => {
  expect('requestIdleCallback' in globalThis).toBe(false);
  vi.useFakeTimers();
  const parts = counting();
  foldWhenIdle(named(500), parts);
  vi.runAllTimers();
  expect(parts).toHaveBeenCalledTimes(500);
});
