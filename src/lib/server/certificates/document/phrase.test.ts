import { describe, expect, it } from 'vitest';
import { phrase } from './phrase.ts';

describe('a phrase', () => {
  it('turns marks into runs', () => {
    expect(phrase('*ν*_{eff} is **high**\nhere')).toEqual([
      { kind: 'text', text: 'ν', italic: true },
      { kind: 'text', text: 'eff', script: 'sub' },
      { kind: 'text', text: ' is ' },
      { kind: 'text', text: 'high', bold: true },
      { kind: 'line_break' },
      { kind: 'text', text: 'here' }
    ]);
  });

  it('sets values unchanged, whatever marks they contain', () => {
    expect(phrase('by {name}', { name: '*A* {b} _{c}' })).toEqual([
      { kind: 'text', text: 'by ' },
      { kind: 'text', text: '*A* {b} _{c}' }
    ]);
  });

  it('gives values the style of their context', () => {
    expect(phrase('**{number}**', { number: '7' })).toEqual([{ kind: 'text', text: '7', bold: true }]);
  });

  it('refuses a missing value', () => {
    expect(() => phrase('on {date}')).toThrow('needs the value date');
  });

  it('keeps single characters that are not marks', () => {
    expect(
      phrase('2 * 3 ^ 4')
        .map((run) => (run.kind === 'text' ? run.text : ''))
        .join('')
    ).toBe('2 * 3 ^ 4');
  });
});
