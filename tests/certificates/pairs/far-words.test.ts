import { describe, expect, it } from 'vitest';
import type { Word } from '../latex/pdf-words.ts';
import { wordDistances } from './far-words.ts';

const word = (text: string, left: number, middle: number): Word => ({ text, left, right: left + 10, middle });

describe('words of two documents', () => {
  it('are compared with the nearest that are spelled the same', () => {
    const first = [[word('10', 0, 100), word('10', 0, 200), word('bar', 50, 100)]];
    const second = [[word('10', 0, 203), word('10', 3, 104), word('bar', 50, 100)]];
    expect(wordDistances(first, second)).toEqual({
      different: [],
      furthest: { text: '10', page: 1, millimetres: (5 * 25.4) / 72 },
      elsewhere: 0
    });
  });

  it('are counted where one has more of them, and where they are on another page', () => {
    const first = [[word('a', 0, 0), word('a', 0, 10), word('b', 0, 20)], []];
    const second = [[word('a', 0, 0), word('c', 0, 10)], [word('b', 0, 0)]];
    expect(wordDistances(first, second)).toEqual({
      different: ['+1 a', '-1 c'],
      furthest: { text: 'a', page: 1, millimetres: 0 },
      elsewhere: 1
    });
  });
});
