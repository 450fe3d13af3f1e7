import { describe, expect, it } from 'vitest';
import { assertClosed } from './closed-contents.ts';

describe('a content stream that leaves the page as it was', () => {
  it.each([
    '',
    'q 1 0 0 1 72 720 cm BT /F8 9.96 Tf [(a)-333(b)] TJ ET Q',
    'q 0 0 10 10 re W n 0.1 .5 -1. rg 0 0 m 5 5 l S Q',
    'BT (q Q \\( \\\\) Tj (nested (deep (er) \\)) Q) Tj <51 20> Tj ET % Q Q\nq Q',
    '/Span << /Lang (en) /A [1 2] >> BDC q Q EMC true null'
  ])('is taken: %s', (content) => {
    expect(() => assertClosed(content)).not.toThrow();
  });

  it.each([
    'Q',
    'q',
    'q Q Q 0.001 0 0 0.001 0 0 cm',
    'BT 7 Tr (x) Tj',
    'ET BT',
    'BT q ET Q',
    '/A BMC',
    'EMC /A BMC',
    '0 0 1 1 re W',
    '0 0 900 900 re'
  ])('is not: %s', (content) => {
    expect(() => assertClosed(content)).toThrow('does not leave the page as it was');
  });

  it.each(['1q', 'QBT', 'QQ', 'q BI /W 1 ID x EI Q', 'q(a', '<51', 'a)', '{', 'q <5 z> Q', 'q\u00a0Q'])(
    'is none that viewers may read in different ways: %s',
    (content) => {
      expect(() => assertClosed(content)).toThrow();
    }
  );
});
