import { describe, expect, it } from 'vitest';
import { dealOut, EVERY_TIME, filesThatWait, readSeconds, TURNS } from './turns.ts';

const seconds = readSeconds();

describe('long test files', () => {
  it('have one turn each, but for those that run every time', () => {
    expect([...dealOut(seconds).flat(), ...EVERY_TIME].toSorted()).toEqual(Object.keys(seconds).toSorted());
  });

  it('have all run after as many commits as there are turns', () => {
    const ran = Array.from({ length: TURNS }, (_, turn) => {
      const waiting = new Set(filesThatWait(seconds, turn));
      return Object.keys(seconds).filter((file) => !waiting.has(file));
    });
    expect(new Set(ran.flat())).toEqual(new Set(Object.keys(seconds)));
  });

  it('make no turn much longer than another', () => {
    const lengths = dealOut(seconds).map((files) => files.reduce((sum, file) => sum + (seconds[file] ?? 0), 0));
    expect(Math.max(...lengths)).toBeLessThan(1.1 * Math.min(...lengths));
  });
});
