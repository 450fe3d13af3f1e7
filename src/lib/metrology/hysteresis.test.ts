import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import type { AnalysisRequest, AnalysisResult, Point } from './types.ts';

const WIDTH = 0.2;
/** Runs up and down over ten nominal values: falling readings are higher by `WIDTH`; `scatter` repeats in no direction. */
function points(runs: readonly ('up' | 'down')[], scatter = 0.01): Point[] {
  return runs.flatMap((direction, run) =>
    Array.from({ length: 10 }, (_, group) => ({
      reference: group * 10,
      measured:
        group * 10 + (direction === 'down' ? WIDTH / 2 : -WIDTH / 2) + scatter * (((run * 5 + group * 3) % 7) - 3),
      group,
      direction
    }))
  );
}
const run = (given: Point[], uncertainty: AnalysisRequest['uncertainty'] = {}, model: 'linear' | 'none' = 'linear') =>
  analyze({ points: given, fit: { model }, uncertainty });
const line = (result: AnalysisResult, source: string) => result.budget.find((entry) => entry.source === source);
const codes = (result: AnalysisResult) => result.warnings.map(({ code }) => code);

describe('rising and falling readings', () => {
  const cycles = run(points(['up', 'down', 'up', 'down']));

  test('give the hysteresis, and half of it enters the budget as a rectangle', () => {
    expect(cycles.fit.diagnostics.hysteresis?.largest).toBeCloseTo(WIDTH, 1);
    expect(cycles.fit.diagnostics.hysteresis?.places).toHaveLength(10);
    const found = cycles.fit.diagnostics.hysteresis?.largest ?? Number.NaN;
    expect(line(cycles, 'hysteresis')).toMatchObject({ type: 'B', distribution: 'rectangular', value: found / 2 });
    expect(line(cycles, 'hysteresis')?.standard_uncertainty).toBeCloseTo(found / 2 / Math.sqrt(3), 12);
  });

  test('are repeats each in their own direction, so that the hysteresis is counted once', () => {
    // Twenty inside the runs of one direction, eight between ten groups and a line: the rest is the hysteresis itself.
    expect(line(cycles, 'repeatability')?.degrees_of_freedom).toBe(28);
    expect(line(cycles, 'repeatability')?.standard_uncertainty).toBeLessThan(0.04);
    const undirected = run(points(['up', 'down', 'up', 'down']).map(({ direction: _direction, ...point }) => point));
    expect(line(undirected, 'repeatability')?.standard_uncertainty).toBeGreaterThan(0.1);
    expect(undirected.fit.diagnostics).not.toHaveProperty('hysteresis');
  });

  test('taken once each are part of the repeatability, and a warning says so', () => {
    const once = run(points(['up', 'down']));
    expect(line(once, 'hysteresis')).toBeUndefined();
    expect(line(once, 'repeatability')?.standard_uncertainty).toBeGreaterThan(0.1);
    expect(codes(once)).toContain('hysteresis_in_repeatability');
    expect(codes(cycles)).not.toContain('hysteresis_in_repeatability');
  });

  test('are left to what the user states of the hysteresis', () => {
    const stated = run(points(['up', 'down', 'up', 'down']), {
      contributions: [
        { name: 'Own', source: 'hysteresis', type: 'B', distribution: 'rectangular', value: 0.3, acts_on: 'corrected' }
      ]
    });
    expect(stated.budget.filter(({ source }) => source === 'hysteresis').map(({ name }) => name)).toEqual(['Own']);
  });

  test('count for an instrument without a correction curve, and in the result whatever the order of the points', () => {
    const bare = run(points(['up', 'down', 'up', 'down']), {}, 'none');
    expect(line(bare, 'hysteresis')?.value).toBeCloseTo(WIDTH / 2, 1);
    const turned = run([...points(['up', 'down', 'up', 'down'])].reverse());
    expect(turned.expanded_uncertainty).toBeCloseTo(cycles.expanded_uncertainty, 12);
  });

  test('in one direction only, or of groups that never meet, tell nothing', () => {
    expect(run(points(['up', 'up'])).fit.diagnostics).not.toHaveProperty('hysteresis');
    const apart = points(['up', 'up']).map((point, i): Point => ({ ...point, direction: i % 2 === 0 ? 'up' : 'down' }));
    expect(run(apart).fit.diagnostics).not.toHaveProperty('hysteresis');
  });

  test('are counted once, also where one planned value was not measured again', () => {
    const again = [0, 5, 10].flatMap((nominal) =>
      (['up', 'down'] as const).flatMap((direction) =>
        [0.001, -0.001].map((noise) => ({
          nominal,
          reference: nominal,
          measured: nominal + (direction === 'up' ? -0.1 : 0.1) + noise,
          direction
        }))
      )
    );
    const single = { nominal: 7, reference: 7, measured: 7 };
    const [whole, partly] = [run(again), run([...again, single])];
    expect(line(whole, 'hysteresis')).toBeDefined();
    expect(whole.expanded_uncertainty).toBeCloseTo(0.116, 3);
    // Without declared repeats the scatter is that about the curve, which contains the hysteresis.
    expect(partly.fit.diagnostics.hysteresis?.largest).toBeCloseTo(0.2, 2);
    expect(line(partly, 'repeatability')?.standard_uncertainty).toBeCloseTo(0.104, 3);
    expect(line(partly, 'hysteresis')).toBeUndefined();
    expect(codes(partly)).toContain('hysteresis_in_repeatability');
    // Without a curve nothing contains it.
    const bare = run([...again, single], {}, 'none');
    expect(line(bare, 'repeatability')).toBeUndefined();
    expect(line(bare, 'hysteresis')?.value).toBeCloseTo(0.1, 2);
    expect(codes(bare)).not.toContain('hysteresis_in_repeatability');
  });

  test('are paired by their planned value, whatever the reference was the second time, and the turning point is met once', () => {
    const planned = points(['up', 'down'], 0.001).map(({ group = 0, ...point }, i) => ({
      ...point,
      reference: point.reference + 0.003 * i,
      measured: point.measured + 0.003 * i,
      nominal: group * 10
    }));
    const turned = planned.filter(({ nominal, direction }) => nominal !== 90 || direction === 'up');
    const found = analyze({ points: turned, fit: { model: 'linear' }, uncertainty: {} });
    expect(found.fit.diagnostics.hysteresis?.places).toHaveLength(9);
    expect(found.fit.diagnostics.hysteresis?.largest).toBeCloseTo(WIDTH, 1);
  });
});
