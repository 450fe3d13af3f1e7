import { describe, expect, it } from 'vitest';
import { BREAK, breakable, breakableWords, withoutBreaksInNames } from './breakable.ts';
import { threadMilliseconds } from './thread-time.ts';

const SERIAL = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4';

describe('a word', () => {
  it.each(['Kalibrierlaboratorium', 'Temperature transmitter, Pt100', 'NCL-2026-0318', ''])(
    'that every column holds has no place to break: %s',
    (text) => expect(breakable(text)).toBe(text)
  );

  it.each([SERIAL, 'Feuchtigkeitstemperaturmessumformer', 'W'.repeat(120), 'Größe\u0301'.repeat(9)])(
    'that is too long has places, and the same letters: %s',
    (text) => {
      const written = breakable(`of ${text} and`);
      expect(written.replaceAll(BREAK, '')).toBe(`of ${text} and`);
      expect(Math.max(...written.split(BREAK).map((part) => part.trim().length))).toBeLessThan(12);
    }
  );

  it('has none within a ligature or between a letter and its accent', () => {
    expect(breakable('ffi'.repeat(20))).not.toMatch(/f\u200b[fi]/u);
    expect(breakable('ae\u0301'.repeat(30))).not.toContain(`${BREAK}\u0301`);
  });

  it('that is an address is left alone as a value, for \\href, and has places where it is printed', () => {
    const url = 'https://plumbline.northfield.example/verify/0193f0a2-7c3e-7a41-9d52-6f0a4b1c2d3e';
    expect(breakable(url)).toBe(url);
    expect(breakableWords(url)).toContain(`/${BREAK}`);
  });
});

it('a name in a filled source has no places to break', () => {
  const serial = breakable(SERIAL);
  const source = `\\href{https://a.example/${serial}}{${serial}}\\label{${serial}}`;
  expect(withoutBreaksInNames(source)).toBe(`\\href{https://a.example/${SERIAL}}{${serial}}\\label{${SERIAL}}`);
});

it.each(['\\url[', '\\url{', '\\href{{a}', '\\includegraphics[ ', '\\label{\\'])(
  'a source of many open names costs no more for each of them: %s',
  (open) => {
    const timeOf = (count: number) => {
      const source = BREAK + open.repeat(count);
      const begun = threadMilliseconds();
      expect(withoutBreaksInNames(source)).toBe(source);
      return threadMilliseconds() - begun;
    };
    timeOf(1000);
    // If each read all that comes after it, eight times as many would take 64 times as long.
    expect(timeOf(80_000)).toBeLessThan(32 * timeOf(10_000) + 100);
  }
);

it('a word costs no more for each of its letters, however long it is', () => {
  const timeOf = (count: number) => {
    const begun = threadMilliseconds();
    breakableWords('ä'.repeat(count));
    return threadMilliseconds() - begun;
  };
  timeOf(1000);
  expect(timeOf(80_000)).toBeLessThan(32 * timeOf(10_000) + 100);
});

it('a letter with its accents stays whole, wherever it is in a long word', () => {
  const letter = 'e\u0301\u0323';
  const words = breakableWords(letter.repeat(900));
  expect(words.replaceAll(BREAK, '')).toBe(letter.repeat(900));
  expect(words).not.toMatch(new RegExp(`${BREAK}\\p{M}`, 'u'));
});
