import { describe, expect, it } from 'vitest';
import { WORK } from './budget.ts';
import { checkedContents } from './checked-contents.ts';

const many = (part: string, times: number): string => part.repeat(times);

describe('a drawing that leaves the page as it was', () => {
  it.each([
    ['', ''],
    [
      'q 1 0 0 1 72 720 cm BT /F8 9.96 Tf [(a)-333(b)] TJ ET Q',
      'q 1 0 0 1 72 720 cm BT /F8 9.96 Tf [ (a) -333 (b) ] TJ ET Q'
    ],
    ['q 0 0 10 10 re W n 0.1 .5 -1. rg 0 0 m 5 5 l S Q', 'q 0 0 10 10 re W n 0.1 .5 -1. rg 0 0 m 5 5 l S Q'],
    [
      'BT (q Q \\( \\\\) Tj (a (b) \\)\\101\\n\\\r\nc) Tj <51 20> Tj ET % Q Q\nq Q',
      'BT <7120512028205c> Tj <61202862292029410a63> Tj <5120> Tj ET q Q'
    ],
    ['/Span << /Lang (en) /A [1 2] >> BDC q Q EMC /M MP', 'q Q'],
    ['/A BMC /Span << /ActualText (a) >> BDC q Q EMC EMC', '/Span << /ActualText (a) >> BDC q Q EMC']
  ])('is written anew, without what has no meaning on paper: %s', (content, written) => {
    expect(checkedContents(content).text.replaceAll('\n', ' ')).toBe(`[] 0 d 0 Tr ${written}`.trim());
  });

  it('says what it uses, and how often', () => {
    const { uses, work } = checkedContents('/X Do /X Do /G gs /DeviceRGB cs /C CS BT /F 1 Tf ET');
    const found = Object.fromEntries(Object.entries(uses).map(([kind, names]) => [kind, Object.fromEntries(names)]));
    expect(work).toBe(8);
    expect(found).toEqual({
      Font: { '/F': 1 },
      XObject: { '/X': 2 },
      ExtGState: { '/G': 1 },
      ColorSpace: { '/C': 1 }
    });
  });

  it('says what drawing it comes to: each path, letter and dash, and each part that is cut out', () => {
    const workOf = (content: string) => checkedContents(content).work;
    expect(workOf('0 0 1 1 re f')).toBe(2 + WORK.path);
    expect(workOf('0 0 1 1 re W n')).toBe(3 + WORK.path + WORK.clip);
    expect(workOf(`BT (${many('a', 1000)}) Tj ET`)).toBeGreaterThan(1000);
    expect(workOf('[0.1 0.1] 0 d 0 0 m 1000 0 l S')).toBeGreaterThan(5000);
    expect(workOf('q [0.1 0.1] 0 d Q 0 0 m 1000 0 l S')).toBeLessThan(100);
    // Where a rectangle or a closing line has led to, the next begins.
    expect(workOf('[1 1] 0 d 9000 0 m 0 0 1 1 re 9000 0 l S')).toBeGreaterThan(9000);
    expect(workOf('[1 1] 0 d 0 0 m 9000 0 l h 9000 0 l S')).toBeGreaterThan(27_000);
    expect(workOf('[1 1] 0 d 0 0 m 0 0 1000 0 0 0 c s')).toBeGreaterThan(1000);
  });

  it.each([
    'Q',
    'q',
    'q Q Q 0.001 0 0 0.001 0 0 cm',
    'BT 2 Tr (x) Tj',
    'ET BT',
    'BT q ET Q',
    'BT 0 0 1 1 re n ET',
    'BT /X Do ET',
    '/A BMC',
    'EMC /A BMC',
    '0 0 1 1 re W',
    '0 0 900 900 re',
    '0 0 m q 1 1 l S Q',
    '0 0 m 0.001 0 0 0.001 0 0 cm S'
  ])('is not: %s', (content) => {
    expect(() => checkedContents(content)).toThrow('does not leave the page as it was');
  });

  it.each([
    `BT /F1 10 Tf (x) Tj ${many('re ', 14)} n ET`,
    'q 1 0 0 1 cm Q',
    '1 2 3 4 5 re n',
    'q (a) Q',
    '/F Tf',
    '[1 (a)] 0 d',
    '[[1]] TJ',
    '(a) scn',
    'true gs'
  ])('is none in which an operator has not what it takes: %s', (content) => {
    expect(() => checkedContents(content)).toThrow('what it does not take');
  });

  it.each([
    '1q',
    'QBT',
    'QQ',
    'q BI /W 1 ID x EI Q',
    'q(a',
    '<51',
    'a)',
    '{',
    'q <5 z> Q',
    'q\u00a0Q',
    '1000 0 d0',
    'q Q 1'
  ])('is none that viewers may read in different ways: %s', (content) => {
    expect(() => checkedContents(content)).toThrow();
  });

  it.each([
    'BT 7 Tr ET',
    'BT 4.0 Tr ET',
    '[0 0] 0 d',
    '[1 -1] 0 d',
    '[1] 0 d BT 1 Tr (a) Tj ET',
    many('q ', 101) + many('Q ', 101),
    `0 0 m ${many('9 9 l ', 500)} W n`,
    many('0 0 9 9 re f ', 50_000),
    '1e9 w',
    '100001 0 0 0 re n',
    `0.${many('0', 40)}1 w`
  ])('is none that viewers would draw for ever, or that clips what follows: %#', (content) => {
    expect(() => checkedContents(content)).toThrow();
  });
});
