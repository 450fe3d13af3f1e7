import { afterAll, expect, test } from 'vitest';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { isShort } from './how-long.ts';
import { startAnalyses, type Analyses } from './start-analyses.ts';

const requestWith = (trials: number, points = 12): AnalysisRequest => ({
  points: Array.from({ length: points }, (_, i) => ({ reference: i, measured: 1.002 * i + 0.01 * ((i * 7) % 5) })),
  fit: { model: 'linear' },
  uncertainty: { resolution: 0.01, monte_carlo: { trials, seed: 11 } }
});

/** Two digits of an uncertainty of 0.0105 settle early. */
const settlesEarly: AnalysisRequest = {
  points: [{ reference: 10, measured: 10.02 }],
  fit: { model: 'none' },
  uncertainty: {
    reference_standard: { expanded_uncertainty: 0.021, coverage_factor: 2 },
    monte_carlo: { trials: 'adaptive', seed: 3 }
  }
};

const BY_ONE = { person: 'one' };
const started: Analyses[] = [];
const startOf = (...given: Parameters<typeof startAnalyses>): Analyses => {
  const analyses = startAnalyses(...given);
  started.push(analyses);
  return analyses;
};
afterAll(() => started.forEach((analyses) => analyses.stop()));

test('1, 2 and 3 threads give the result of the calling thread, bit for bit', async () => {
  for (const request of [requestWith(200_001), settlesEarly]) {
    const expected = JSON.stringify(analyze(request));
    for (const threads of [1, 2, 3]) {
      expect(JSON.stringify(await startOf(threads).analyze(request, BY_ONE))).toBe(expected);
    }
  }
}, 120_000);

test('while two million trials run, the calling thread is never held up for long', async () => {
  const analyses = startOf(2);
  await analyses.analyze(requestWith(1000), BY_ONE);
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  const begun = performance.now();
  await analyses.analyze(requestWith(2_000_000), BY_ONE);
  clearInterval(beat);
  const took = performance.now() - begun;
  // In the calling thread the longest pause would be the whole computation.
  expect(longest).toBeLessThan(took / 3);
}, 60_000);

test('work that nobody waits for is not computed to its end', async () => {
  const analyses = startOf(1);
  const stop = new AbortController();
  const long = analyses.analyze(requestWith(10_000_000), { ...BY_ONE, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(long).rejects.toHaveProperty('name', 'AbortError');
  const begun = performance.now();
  expect((await analyses.analyze(requestWith(1000), BY_ONE)).monte_carlo?.trials).toBe(1000);
  expect(performance.now() - begun).toBeLessThan(4000);
}, 60_000);

test('refusals and long fits come back from a thread as from a call', async () => {
  const analyses = startOf(1);
  const { monte_carlo: _, ...uncertainty } = requestWith(1000).uncertainty;
  const long = { ...requestWith(1000, 3000), uncertainty };
  expect(JSON.stringify(await analyses.analyze(long, BY_ONE))).toBe(JSON.stringify(analyze(long)));
  const refused = analyses.analyze({ ...requestWith(1000), points: [] }, BY_ONE);
  await expect(refused).rejects.toBeInstanceOf(AnalysisRefusal);
}, 60_000);

test.each(['evaluate_at', 'inverse_at'] as const)(
  'many values in %s are no short request, however few the points',
  (list) => {
    const { points, fit } = requestWith(1000);
    const asking = (count: number): AnalysisRequest => ({
      points,
      fit,
      uncertainty: {},
      [list]: Array.from({ length: count }, (_, i) => i / count)
    });
    expect([10, 10_000].map((count) => isShort(asking(count)))).toEqual([true, false]);
  }
);

test('a guard band that is searched for at each point makes a request long sooner', () => {
  const { points, fit } = requestWith(1000, 200);
  const tolerance = [{ kind: 'absolute', lower: -1, upper: 1 }] as const;
  const judgedBy = (rule: 'rss' | 'target_pfa'): AnalysisRequest => ({
    points,
    fit,
    uncertainty: {},
    conformity: { rule, tolerance }
  });
  expect([isShort(judgedBy('rss')), isShort(judgedBy('target_pfa'))]).toEqual([true, false]);
});

test('what takes too long is ended with a sentence, and the thread is free again', async () => {
  const analyses = startOf(1, { mostSeconds: 0.2 });
  const long = analyses.analyze(requestWith(10_000_000), BY_ONE);
  await expect(long).rejects.toMatchObject({ code: 'analysis_too_long' });
  expect((await analyses.analyze(requestWith(1000), BY_ONE)).monte_carlo?.trials).toBe(1000);
}, 60_000);

test('a short one does not wait for a long one, not even where there is one thread and one person', async () => {
  const analyses = startOf(1);
  const stop = new AbortController();
  let isOver = false;
  const long = analyses
    .analyze(requestWith(10_000_000), { ...BY_ONE, signal: stop.signal })
    .finally(() => (isOver = true))
    .catch(() => undefined);
  expect((await analyses.analyze(requestWith(1000), BY_ONE)).monte_carlo?.trials).toBe(1000);
  expect(isOver).toBe(false);
  stop.abort();
  await long;
}, 60_000);

test('work that turns out to be long starts again among the long ones', async () => {
  const analyses = startOf(1, { soonSeconds: 0.001 });
  const request = requestWith(1000, 5000);
  expect(JSON.stringify(await analyses.analyze(request, BY_ONE))).toBe(JSON.stringify(analyze(request)));
}, 60_000);

test('text in and text out give the same result, and text that is not a request gets the place of its fault', async () => {
  const analyses = startOf(1);
  const textOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const request = requestWith(1000, 500);
  const answered = new TextDecoder().decode(await analyses.analyzeText(textOf(request), BY_ONE));
  expect(answered).toBe(JSON.stringify(analyze(request)));
  const wrong = analyses.analyzeText(textOf({ ...request, points: [{ reference: 'x', measured: 1 }] }), BY_ONE);
  await expect(wrong).rejects.toBeInstanceOf(InvalidInput);
  await expect(wrong).rejects.toMatchObject({ faults: [{ loc: ['body', 'points', '0', 'reference'] }] });
}, 60_000);
