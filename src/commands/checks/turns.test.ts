import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { dealOut, EVERY_TIME, filesThatWait, readSeconds, TURNS } from './turns.ts';

const seconds = readSeconds();

describe('long test files', () => {
  it('are there, under the name that is noted', () => {
    expect([...Object.keys(seconds), ...EVERY_TIME].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('have one turn each, but for those that run every time', () => {
    expect([...dealOut(seconds).flat(), ...EVERY_TIME].toSorted()).toEqual(Object.keys(seconds).toSorted());
  });

  it('have all run after as many commits as there are turns', () => {
    const ran = Array.from({ length: TURNS }, (_, turn) => {
      const waiting = new Set(filesThatWait(seconds, 100 + turn));
      return Object.keys(seconds).filter((file) => !waiting.has(file));
    });
    expect(new Set(ran.flat())).toEqual(new Set(Object.keys(seconds)));
  });

  it('make no turn much longer than another', () => {
    const lengths = dealOut(seconds).map((files) => files.reduce((sum, file) => sum + (seconds[file] ?? 0), 0));
    expect(Math.max(...lengths)).toBeLessThan(1.1 * Math.min(...lengths));
  });
});
