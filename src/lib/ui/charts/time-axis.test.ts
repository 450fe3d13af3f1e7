import { expect, test } from 'vitest';
import { secondsOf, timeText, timeTicks } from './time-axis.ts';

const words = (low: string, high: string, language = 'en') => {
  const ticks = timeTicks(secondsOf(low), secondsOf(high));
  return ticks.map((tick) => timeText(tick, ticks, language));
};

test('some years are marked at their beginnings', () => {
  expect(words('2023-11-14', '2028-03-01')).toEqual(['2024', '2025', '2026', '2027', '2028']);
});
test('a short history is marked by months, in the language of the reader', () => {
  expect(words('2026-01-15', '2026-06-20', 'de')).toEqual([
    'Feb. 2026',
    'März 2026',
    'Apr. 2026',
    'Mai 2026',
    'Juni 2026'
  ]);
});
test('a long history keeps few ticks, all inside', () => {
  expect(words('1980-05-01', '2026-05-01')).toEqual(['1990', '2000', '2010', '2020']);
});
