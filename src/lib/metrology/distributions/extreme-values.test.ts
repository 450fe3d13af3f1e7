import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { betaCumulative, betaQuantile, betaUpperQuantile, betaUpperTail } from './beta.ts';
import { binomialCumulative, binomialQuantile, binomialUpperTail } from './binomial.ts';
import {
  chiSquaredCumulative,
  chiSquaredQuantile,
  chiSquaredUpperQuantile,
  chiSquaredUpperTail
} from './chi-squared.ts';
import { fisherCumulative, fisherQuantile, fisherUpperQuantile, fisherUpperTail } from './fisher-f.ts';
import { normalCumulative, normalQuantile, normalUpperQuantile, normalUpperTail } from './normal.ts';
import { studentCumulative, studentQuantile, studentUpperQuantile, studentUpperTail } from './student-t.ts';

/** Distribution, parameters, argument, lower and upper tail; the tails by mpmath with 50 digits, down to 1e-300. */
type Row = readonly [string, readonly number[], number, number, number];
const rows = JSON.parse(readFileSync(new URL('./extreme-values.json', import.meta.url), 'utf8')) as Row[];

type Functions = Record<'lower' | 'upper' | 'quantile' | 'upperQuantile', (x: number, ...of: number[]) => number>;
const nan = Number.NaN;
const FUNCTIONS: Readonly<Record<string, Functions>> = {
  normal: {
    lower: normalCumulative,
    upper: normalUpperTail,
    quantile: normalQuantile,
    upperQuantile: normalUpperQuantile
  },
  student: {
    lower: (t, nu = nan) => studentCumulative(t, nu),
    upper: (t, nu = nan) => studentUpperTail(t, nu),
    quantile: (p, nu = nan) => studentQuantile(p, nu),
    upperQuantile: (q, nu = nan) => studentUpperQuantile(q, nu)
  },
  chi: {
    lower: (x, nu = nan) => chiSquaredCumulative(x, nu),
    upper: (x, nu = nan) => chiSquaredUpperTail(x, nu),
    quantile: (p, nu = nan) => chiSquaredQuantile(p, nu),
    upperQuantile: (q, nu = nan) => chiSquaredUpperQuantile(q, nu)
  },
  fisher: {
    lower: (f, a = nan, b = nan) => fisherCumulative(f, a, b),
    upper: (f, a = nan, b = nan) => fisherUpperTail(f, a, b),
    quantile: (p, a = nan, b = nan) => fisherQuantile(p, a, b),
    upperQuantile: (q, a = nan, b = nan) => fisherUpperQuantile(q, a, b)
  },
  beta: {
    lower: (x, a = nan, b = nan) => betaCumulative(x, a, b),
    upper: (x, a = nan, b = nan) => betaUpperTail(x, a, b),
    quantile: (p, a = nan, b = nan) => betaQuantile(p, a, b),
    upperQuantile: (q, a = nan, b = nan) => betaUpperQuantile(q, a, b)
  },
  binomial: {
    lower: (k, n = nan, p = nan) => binomialCumulative(k, n, p),
    upper: (k, n = nan, p = nan) => binomialUpperTail(k, n, p),
    // For a probability slightly below the cumulative one; exactly at it, the last bit would decide.
    quantile: (p, n = nan, probability = nan) => binomialQuantile(p * (1 - 1e-9), n, probability),
    upperQuantile: (q, n = nan, probability = nan) => binomialQuantile((1 - q) * (1 - 1e-9), n, probability)
  }
};

const named = Object.keys(FUNCTIONS).map((name) => ({ name, of: rows.filter(([kind]) => kind === name) }));
const relative = (value: number, truth: number): number => Math.abs(value / truth - 1);

test.each(named)('$name: both tails have 12 digits, as far out as doubles reach', ({ name, of }) => {
  expect(of.length).toBeGreaterThan(20);
  for (const [, parameters, x, lower, upper] of of) {
    const found = FUNCTIONS[name];
    expect(relative(found?.lower(x, ...parameters) ?? nan, lower), `lower at ${x} of ${parameters}`).toBeLessThan(
      1e-12
    );
    expect(relative(found?.upper(x, ...parameters) ?? nan, upper), `upper at ${x} of ${parameters}`).toBeLessThan(
      1e-12
    );
  }
});

test.each(named)('$name: the quantile of the smaller tail has 12 digits', ({ name, of }) => {
  for (const [, parameters, x, lower, upper] of of) {
    const found = FUNCTIONS[name];
    // A probability with few digits left above one half, or of a flat place, does not determine the argument to 12 digits.
    const tail = lower <= upper ? found?.lower : found?.upper;
    const moved = relative(tail?.(x * (1 + 1e-6), ...parameters) ?? nan, Math.min(lower, upper));
    if (name !== 'binomial' && moved < 1e-9) continue;
    if (name === 'binomial' && (lower < 1e-12 || upper < 1e-6)) continue;
    const value = lower <= upper ? found?.quantile(lower, ...parameters) : found?.upperQuantile(upper, ...parameters);
    if (x === 0) expect(value).toBe(0);
    else expect(relative(value ?? nan, x), `quantile at ${x} of ${parameters}`).toBeLessThan(1e-12);
  }
});
