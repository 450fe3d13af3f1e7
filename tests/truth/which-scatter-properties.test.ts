import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { TrialStream } from '#lib/metrology/monte-carlo/stream.ts';
import type { Contribution, Point } from '#lib/metrology/types.ts';
import { designCoverage } from './coverage-designs.ts';
import { DESIGNS } from './coverage-table.ts';
import { PROBABILITY } from './interval-coverage.ts';

/** Fewer than `npm run interval-coverage` makes for the table of the README, which is the same simulation. */
const SETS = 1000;
/** Five standard deviations of a share of so many sets: a chance of one in a million each. */
const ROOM = 5 * Math.sqrt((PROBABILITY * (1 - PROBABILITY)) / SETS);

/** Readings of normal scatter on a line, as from the seed. */
function readings(seed: number, count: number, times = 1): Point[] {
  const stream = new TrialStream(seed);
  stream.begin(0, 0);
  return Array.from({ length: count * times }, (_, i) => {
    const measured = 10 * (i % count);
    return { measured, reference: 3 + 0.99 * measured + 0.1 * stream.normal() };
  });
}
const lineThrough = (points: Point[], contributions: Contribution[] = []) =>
  analyze({ points, fit: { model: 'linear' }, uncertainty: { contributions } });

describe('which scatter counts', () => {
  test.each(DESIGNS.filter((_, i) => i % 4 === 1).map((design) => [design.name, design] as const))(
    '%s: the interval holds as often as it says',
    (_name, design) => {
      const { whole, found } = designCoverage(design, SETS, 77);
      expect(whole).toBeGreaterThan(PROBABILITY - 0.01 - ROOM);
      expect(found).toBeGreaterThan(PROBABILITY - 0.01 - ROOM);
      // A deviation of the curve is bounded and its degrees of freedom are few: such intervals are too wide rather than too narrow.
      if (design.bend === undefined) expect(whole).toBeLessThan(PROBABILITY + 0.01 + ROOM);
    },
    60_000
  );

  test('a further reading equal to one that is there changes U by less than 30 %', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 6, max: 40 }), fc.nat(), (seed, count, chosen) => {
        const points = readings(seed, count);
        const again = points[chosen % count] as Point;
        const [before, after] = [lineThrough(points), lineThrough([...points, again])];
        expect(Math.abs(after.expanded_uncertainty / before.expanded_uncertainty - 1)).toBeLessThan(0.3);
      }),
      { seed: 5, numRuns: 200 }
    );
  }, 60_000);

  test('where the curve fits, repeats say the same whether they are declared or not', () => {
    let equal = 0;
    const sets = 200;
    for (let set = 0; set < sets; set++) {
      const points = readings(set, 8, 3);
      const silent = lineThrough(points);
      const declared = lineThrough(points.map((point) => ({ ...point, nominal: point.measured })));
      if (silent.expanded_uncertainty === declared.expanded_uncertainty) equal++;
      // The test errs in one set of twenty; then both still agree but for what six degrees of freedom know.
      else expect(declared.expanded_uncertainty / silent.expanded_uncertainty).toBeLessThan(1.4);
    }
    expect(equal / sets).toBeGreaterThan(0.95 - 5 * Math.sqrt((0.05 * 0.95) / sets));
    expect(equal).toBeLessThan(sets);
  }, 60_000);

  test('a further contribution never makes u_c smaller; U it may, through ν', () => {
    const source = fc.record({
      value: fc.double({ min: 1e-4, max: 10, noNaN: true }),
      acts_on: fc.constantFrom('measured' as const, 'corrected' as const),
      degrees_of_freedom: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null })
    });
    fc.assert(
      fc.property(fc.nat(1e6), fc.array(source, { maxLength: 3 }), source, (seed, others, more) => {
        const named = [...others, more].map((entry, i): Contribution => ({
          name: `c${i}`,
          type: 'B',
          distribution: 'normal',
          ...entry
        }));
        const points = readings(seed, 7);
        const [before, after] = [lineThrough(points, named.slice(0, -1)), lineThrough(points, named)];
        after.points.forEach((point, i) => {
          expect(point.u_combined).toBeGreaterThanOrEqual(before.points[i]?.u_combined ?? Infinity);
        });
      }),
      { seed: 6, numRuns: 200 }
    );
    const three = readings(1, 3);
    const known: Contribution = { name: 'b', type: 'B', distribution: 'normal', value: 0.1, acts_on: 'corrected' };
    expect(lineThrough(three, [known]).expanded_uncertainty).toBeLessThan(lineThrough(three).expanded_uncertainty);
  }, 60_000);

  test('a budget without content carries no verdict, whatever the rule', () => {
    const conformity = { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -5, upper: 5 }] } as const;
    const exact = [1, 2, 3, 4].map((value) => ({ reference: value, measured: value }));
    for (const model of ['none', 'linear'] as const) {
      const bare = analyze({ points: exact, fit: { model }, uncertainty: {}, conformity });
      expect(bare.conformity).toMatchObject({ as_found: null, as_left: null, conforms: null });
      expect(bare.warnings.map(({ code }) => code)).toContain('uncertainty_unknown');
      const stated = analyze({ points: exact, fit: { model }, uncertainty: { resolution: 0.1 }, conformity });
      expect(stated.conformity?.conforms).toBe(true);
      expect(stated.warnings.map(({ code }) => code)).not.toContain('uncertainty_unknown');
    }
  });
});
