import { expect, test } from 'vitest';
import { arctan, cos, sin } from './trigonometric.ts';

const arguments_ = Array.from({ length: 4001 }, (_, i) => (i - 2000) * 0.01731);

test('sine and cosine agree with those of the engine to the last digits', () => {
  for (const x of arguments_) {
    expect(Math.abs(sin(x) - Math.sin(x))).toBeLessThan(4e-16);
    expect(Math.abs(cos(x) - Math.cos(x))).toBeLessThan(4e-16);
  }
  expect(sin(1e300)).toBeNaN();
});

test('sine keeps its relative digits near its zeros', () => {
  for (const n of [1, 7, 100]) expect(Math.abs(sin(n * Math.PI) / Math.sin(n * Math.PI) - 1)).toBeLessThan(1e-14);
});

test('the arc tangent agrees relatively, from tiny to huge arguments', () => {
  for (const x of [...arguments_, 1e-300, 1e-9, 1e9, 1e300]) {
    expect(Math.abs(arctan(x) - Math.atan(x))).toBeLessThanOrEqual(5e-16 * Math.abs(Math.atan(x)));
  }
  expect(arctan(Infinity)).toBe(Math.PI / 2);
});
