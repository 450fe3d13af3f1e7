import { expect, test } from 'vitest';
import { pictureFault, PICTURE_TYPES } from './check-picture.ts';

test.each(PICTURE_TYPES)('%s of 5 MiB is a picture, a byte more is too much', (type) => {
  expect(pictureFault({ type, size: 5 * 1024 * 1024 })).toBeNull();
  expect(pictureFault({ type, size: 5 * 1024 * 1024 + 1 })).toBe('size');
});

test.each(['image/svg+xml', 'image/heic', 'application/pdf', ''])('“%s” is none that the server takes', (type) => {
  expect(pictureFault({ type, size: 10 })).toBe('type');
});
