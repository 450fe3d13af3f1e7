import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, naturalWidths } from './break-lines.ts';

const text = { size: 10, leading: 1.4, color: [0, 0, 0] } as const;
const lines = (content: string, width: number) =>
  breakLines(content, width, text, null).map((line) => line.pieces.map((piece) => piece.text).join(''));

describe('lines', () => {
  it('break at spaces, and never at no-break spaces', () => {
    expect(lines('one two three', naturalWidths('one two', text, false).line + 1)).toEqual(['one two', 'three']);
    expect(lines('20\u00a0mA 4\u202fmA', naturalWidths('20\u00a0mA', text, false).line + 1)).toEqual([
      '20\u00a0mA',
      '4\u202fmA'
    ]);
  });

  it('break a long word after a hyphen, or anywhere where it has none', () => {
    expect(lines('serial-0123456789', naturalWidths('serial-0', text, false).line)).toEqual([
      'serial-',
      '01234',
      '56789'
    ]);
  });

  it('break at line breaks', () => {
    expect(
      breakLines([{ kind: 'text', text: 'a' }, { kind: 'line_break' }, { kind: 'text', text: 'b' }], 100, text, null)
    ).toHaveLength(2);
  });

  it('keep a word with several styles together', () => {
    const content = [
      { kind: 'text', text: 'see (' },
      { kind: 'text', text: 'k', italic: true },
      { kind: 'text', text: '=2)' }
    ] as const;
    const broken = breakLines(content, naturalWidths('see (k', text, false).line, text, null);
    expect(broken.map((line) => line.pieces.map((piece) => piece.text))).toEqual([['see'], ['(', 'k', '=2)']]);
  });

  it('lose no character and stay within their width, whatever is typed', () => {
    const content = fc.stringMatching(/^[A-Za-zäΩ√≤0-9\-/.]{1,40}( [A-Za-zäΩ√≤0-9\-/.]{1,40}){0,12}$/u);
    fc.assert(
      fc.property(content, fc.integer({ min: 15, max: 300 }), (typed, width) => {
        const broken = breakLines(typed, width, text, null);
        for (const line of broken) expect(line.width).toBeLessThanOrEqual(width + 0.02);
        const kept = broken.flatMap((line) => line.pieces.map((piece) => piece.text)).join('');
        expect(kept.replaceAll(' ', '')).toBe(typed.replaceAll(' ', ''));
      })
    );
  });

  it('refuse page numbers outside of headers and footers', () => {
    expect(() => breakLines([{ kind: 'field', field: 'page' }], 100, text, null)).toThrow('headers and footers');
  });
});
