import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConformityRequest, Verdict } from '../types.ts';
import type { Evaluation } from '../uncertainty/budget.ts';
import { judge } from './judge.ts';
import { conforms, worse, type Worst } from './overall.ts';

const evaluation = (combined: number): Evaluation => ({
  combined,
  freedom: Infinity,
  k: 2,
  beta: null,
  probability: 0.9545,
  expanded: 2 * combined,
  expanded95: 2 * combined
});
const uncertainty = evaluation(0.1);
const absolute = { kind: 'absolute', lower: -1, upper: 1 } as const;

function verdict(error: number, request: Omit<ConformityRequest, 'tolerance'>, reference = 0): Verdict | undefined {
  return judge({ tolerance: [absolute], ...request }, error, reference, uncertainty)?.verdict;
}

describe('decision rules', () => {
  test('simple acceptance: the limits themselves are inside', () => {
    expect(verdict(1, { rule: 'simple_acceptance' })).toBe('pass');
    expect(verdict(-1.0000001, { rule: 'simple_acceptance' })).toBe('fail');
  });

  test('guarded acceptance draws the limits in by r times U', () => {
    expect(verdict(0.79, { rule: 'guard_band' })).toBe('pass');
    expect(verdict(0.81, { rule: 'guard_band' })).toBe('fail');
    expect(verdict(0.89, { rule: 'guard_band', guard_band_factor: 0.5 })).toBe('pass');
  });

  test.each<[number, Verdict]>([
    [0.79, 'pass'],
    [0.9, 'conditional_pass'],
    [1.1, 'conditional_fail'],
    [1.21, 'fail'],
    [-1.1, 'conditional_fail']
  ])('the non-binary rule calls an error of %d a %s', (error, expected) => {
    expect(verdict(error, { rule: 'non_binary' })).toBe(expected);
  });

  test('an uncertainty larger than the tolerance leaves nothing to accept under a guard band', () => {
    const judgement = judge({ rule: 'guard_band', tolerance: [absolute] }, 0, 0, evaluation(1));
    expect(judgement?.verdict).toBe('fail');
    expect(judgement?.false_accept_risk).toBeNull();
  });
});

describe('limits', () => {
  test('parts of a tolerance add, percentages are of the reference or the span', () => {
    const request: ConformityRequest = {
      rule: 'simple_acceptance',
      span: 200,
      tolerance: [
        { kind: 'absolute', lower: -0.1, upper: 0.2 },
        { kind: 'percent_of_reading', lower: -1, upper: 1 },
        { kind: 'percent_of_span', lower: -0.5, upper: 0.5 }
      ]
    };
    expect(judge(request, 0, -50, uncertainty)).toMatchObject({ lower: -1.6, upper: 1.7 });
  });

  test('one open side leaves no test uncertainty ratio, two open sides no judgement', () => {
    const half = { ...absolute, lower: null };
    expect(judge({ rule: 'simple_acceptance', tolerance: [absolute, half] }, 0, 0, uncertainty)).toMatchObject({
      lower: null,
      upper: 2,
      tur: null
    });
    const open = { ...half, upper: null };
    expect(judge({ rule: 'simple_acceptance', tolerance: [open] }, 0, 0, uncertainty)).toBeNull();
  });

  test('the test uncertainty ratio is the width of the tolerance over twice the 95 % uncertainty', () => {
    expect(judge({ rule: 'simple_acceptance', tolerance: [absolute] }, 0, 0, uncertainty)?.tur).toBeCloseTo(5, 14);
    const fewReadings = { ...uncertainty, freedom: 3, k: 2, expanded95: 0.33 };
    expect(judge({ rule: 'simple_acceptance', tolerance: [absolute] }, 0, 0, fewReadings)?.tur).toBeCloseTo(
      2 / 0.66,
      14
    );
  });
});

describe('probability of conformity', () => {
  test('is one half on a single limit and what is missing to one is the risk of a false acceptance', () => {
    const tolerance = [{ ...absolute, lower: null }];
    const judgement = judge({ rule: 'simple_acceptance', tolerance }, 1, 0, uncertainty);
    expect(judgement?.probability_of_conformity).toBe(0.5);
    expect(judgement?.false_accept_risk).toBe(0.5);
  });

  test('lies between zero and one and falls with the distance from the middle', () => {
    const distance = fc.double({ min: 0, max: 5, noNaN: true });
    const freedom = fc.oneof(fc.constant(Infinity), fc.double({ min: 0.5, max: 100, noNaN: true }));
    fc.assert(
      fc.property(distance, distance, freedom, (a, b, nu) => {
        const at = (error: number): number =>
          judge({ rule: 'simple_acceptance', tolerance: [absolute] }, error, 0, { ...uncertainty, freedom: nu })
            ?.probability_of_conformity ?? Number.NaN;
        const [near, far] = [at(Math.min(a, b)), at(-Math.max(a, b))];
        expect(far).toBeGreaterThanOrEqual(0);
        expect(near).toBeLessThanOrEqual(1);
        expect(far).toBeLessThanOrEqual(near + 1e-15);
      })
    );
  });
});

describe('the verdict of a run', () => {
  const judgement = (error: number, expanded: number) => {
    const result = judge({ rule: 'guard_band', tolerance: [absolute] }, error, 0, evaluation(expanded / 2));
    if (result === null) throw new Error('Not judged.');
    return result;
  };

  test('is that of the point with the smallest probability of conformity', () => {
    const run = [judgement(0, 0.2), judgement(0.7, 0.2), judgement(0.5, 0.2)];
    const worst = run.reduce<Worst | null>((found, each, i) => worse(found, each, i), null);
    expect(worst).toMatchObject({ index: 1, verdict: 'pass' });
    expect(conforms(worst?.verdict ?? null)).toBe(true);
  });

  test('never passes while a point fails, even if an accepted point is less probable', () => {
    const wide = judge({ rule: 'simple_acceptance', tolerance: [absolute] }, 0, 0, evaluation(5));
    const failing = judge({ rule: 'simple_acceptance', tolerance: [absolute] }, 1.01, 0, uncertainty);
    if (wide === null || failing === null) throw new Error('Not judged.');
    expect(wide.probability_of_conformity).toBeLessThan(failing.probability_of_conformity);
    expect(worse(worse(null, wide, 0), failing, 1)).toMatchObject({ index: 1, verdict: 'fail' });
  });

  test('is unknown where nothing was judged', () => {
    expect(conforms(null)).toBeNull();
  });
});
