import { expect, it } from 'vitest';
import { MOST_STICKERS as LIMIT, stickersBody } from '#lib/contracts/stickers.ts';
import {
  bodyOf,
  emptyStickerForm,
  firstSheet,
  isFirstLabel,
  MOST_STICKERS,
  OUTPUTS,
  sheetsNeeded
} from './sticker-order.ts';

const form = (given = {}) => ({ ...emptyStickerForm('en'), ...given });

it('asks of the server what it takes', () => {
  for (const output of OUTPUTS) {
    expect(stickersBody.safeParse(bodyOf(form({ output, first: 3 }), ['TT-1'])).success, output).toBe(true);
  }
  expect(bodyOf(form({ first: 3 }), ['a', 'b'])).toEqual({
    refs: ['a', 'b'],
    format: 'pdf',
    sheet: 'avery_5163',
    skip: 2
  });
  expect(MOST_STICKERS).toBe(LIMIT);
});
it('shows which labels of the first sheet are printed on', () => {
  expect(firstSheet(form({ first: 9 }), 1)).toEqual([...Array<string>(8).fill('skipped'), 'printed', 'free']);
  expect(sheetsNeeded(form({ first: 10 }), 2)).toBe(2);
  expect(sheetsNeeded(form({ first: 10 }), 0)).toBe(0);
});
it('begins at a label of the sheet only', () => {
  expect([1, 10].map((first) => isFirstLabel(form({ first })))).toEqual([true, true]);
  expect([0, 11, 1.5, null].map((first) => isFirstLabel(form({ first })))).toEqual([false, false, false, false]);
});
