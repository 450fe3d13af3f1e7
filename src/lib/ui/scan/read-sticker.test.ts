import { expect, it } from 'vitest';
import { readSticker } from './read-sticker.ts';

it('takes the asset out of a sticker’s address', () => {
  expect(readSticker('https://lab.test/a/0198F3A0-0000-7000-8000-000000000001')).toBe(
    '0198f3a0-0000-7000-8000-000000000001'
  );
});
it('takes a bare id as it is', () => {
  expect(readSticker(' TT-042 ')).toBe('TT-042');
});
