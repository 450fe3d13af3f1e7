import { describe, expect, it } from 'vitest';
import { isJpegOf } from './jpeg-size.ts';

const segment = (code: number, ...data: number[]) => [0xff, code, 0, data.length + 2, ...data];
const frame = (width: number, height: number, code = 0xc0) =>
  segment(code, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0);
/** With a byte that looks like a marker, and a restart. */
const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4];
const SIZED = [0xff, 0xd8, ...segment(0xe0, 1, 2, 3), 0xff, ...segment(0xc4, 1)];
const END = [0xff, 0xd9];
const isOf300By200 = (...parts: readonly (readonly number[])[]) => isJpegOf(Uint8Array.from(parts.flat()), 300, 200);

describe('a JPEG picture', () => {
  it('has the size that is said of it', () => {
    expect(isOf300By200(SIZED, frame(300, 200), scan, END)).toBe(true);
    expect(isOf300By200(SIZED, frame(300, 200, 0xc2), ...Array.from({ length: 10 }, () => scan), END)).toBe(true);
  });

  it.each([
    ['it has another size', [SIZED, frame(8000, 200), scan, END]],
    ['it has a second size', [SIZED, frame(300, 200), frame(8000, 8000), scan, END]],
    ['it has no size', [SIZED, scan, END]],
    ['it has no scan', [SIZED, frame(300, 200), END]],
    ['it has too many scans', [SIZED, frame(300, 200, 0xc2), ...Array.from({ length: 21 }, () => scan), END]],
    ['it has something between its parts', [SIZED, [1], frame(300, 200), scan, END]],
    ['it is something else', [[0x89, 0x50, 0x4e, 0x47], frame(300, 200), scan, END]],
    ['it ends early', [[0xff, 0xd8]]]
  ])('is refused where %s', (_, parts) => {
    expect(isOf300By200(...parts)).toBe(false);
  });
});
