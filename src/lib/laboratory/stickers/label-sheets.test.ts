import { describe, expect, test } from 'vitest';
import { labelSheet } from '#lib/contracts/stickers.ts';
import { LABEL_SHEETS, labelsOn, paperOf, placeOn, sheetUse } from './label-sheets.ts';

const mm = (points: number) => Math.round((points * 254) / 72) / 10;

describe.each(labelSheet.options)('the sheet %s', (name) => {
  const sheet = LABEL_SHEETS[name];
  test('has all its labels on the paper, none over another', () => {
    const last = placeOn(sheet, labelsOn(sheet) - 1);
    expect(placeOn(sheet, 0).x).toBeGreaterThan(0);
    expect(last.x + sheet.label.width).toBeLessThan(paperOf(sheet).width);
    expect(last.y + sheet.label.height).toBeLessThan(paperOf(sheet).height);
    expect(sheet.gap.width).toBeGreaterThanOrEqual(0);
    expect(sheet.gap.height).toBeGreaterThanOrEqual(0);
  });
});

// Margins and pitches as the makers state them, in millimetres; the table has only sizes and gaps.
test.each([
  ['avery_5160', 30, 4.8, 12.7, 69.9, 25.4],
  ['avery_5163', 10, 4, 12.7, 106.4, 50.8],
  ['avery_5167', 80, 7.1, 12.7, 52.4, 12.7],
  ['avery_22805', 24, 15.9, 15.9, 48.7, 41.9],
  ['avery_22806', 12, 15.9, 15.9, 66.7, 65.6],
  ['avery_l7160', 21, 7.3, 15.2, 66, 38.1],
  ['avery_l7163', 14, 4.7, 15.2, 101.6, 38.1],
  ['avery_l7651', 65, 4.8, 10.7, 40.6, 21.2]
] as const)('%s has %i labels, its margins and its pitch', (name, count, left, top, across, down) => {
  const sheet = LABEL_SHEETS[name];
  const first = placeOn(sheet, 0);
  expect(labelsOn(sheet)).toBe(count);
  expect(Math.abs(mm(first.x) - left)).toBeLessThanOrEqual(0.1);
  expect(Math.abs(mm(first.y) - top)).toBeLessThanOrEqual(0.1);
  expect(mm(placeOn(sheet, 1).x - first.x)).toBe(across);
  expect(mm(placeOn(sheet, sheet.columns).y - first.y)).toBe(down);
});

test('stickers begin at any label, and the last sheet says what is left', () => {
  const sheet = LABEL_SHEETS.avery_5163;
  expect(sheetUse(sheet, 1, 9)).toEqual({ sheets: 1, free: 0 });
  expect(sheetUse(sheet, 2, 9)).toEqual({ sheets: 2, free: 9 });
  expect(sheetUse(sheet, 1000, 0)).toEqual({ sheets: 100, free: 0 });
});
