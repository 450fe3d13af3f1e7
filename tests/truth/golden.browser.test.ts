import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { bundleInBrowser, type BrowserBundle } from '../support/browser-bundle.ts';
import { goldenCases } from './golden-cases.ts';
import { CALLED, LEFT_TO_ENGINES, OURS, valuesOf } from './function-values.ts';
import type { EngineInPage, Observed } from './engine-in-page.ts';

let bundle: BrowserBundle;
beforeAll(async () => {
  bundle = await bundleInBrowser('tests/truth/engine-in-page.ts');
}, 120_000);
afterAll(() => bundle.close());

const inPage = async (request: AnalysisRequest): Promise<string> => {
  const page = await bundle.open();
  const text = await page.evaluate(
    (given) => (globalThis as unknown as { engine: EngineInPage }).engine.analyzed(given),
    request
  );
  await page.close();
  return text;
};

const sharedInPage = async (request: AnalysisRequest, cores: number, stopAfter?: number): Promise<Observed> => {
  const page = await bundle.open(cores);
  const seen = await page.evaluate(
    ([given, after]) => (globalThis as unknown as { engine: EngineInPage }).engine.shared(given, after),
    [request, stopAfter] as const
  );
  await page.close();
  return seen;
};

const trials = (count: number | 'adaptive'): AnalysisRequest => ({
  points: Array.from({ length: 12 }, (_, i) => ({ reference: i, measured: 1.002 * i + 0.01 * ((i * 7) % 5) })),
  fit: { model: 'linear' },
  uncertainty: {
    resolution: 0.01,
    contributions: [
      { name: 'a', type: 'B', distribution: 'arcsine', value: 0.02, acts_on: 'corrected' },
      { name: 'b', type: 'A', distribution: 'student_t', value: 0.01, degrees_of_freedom: 4, acts_on: 'measured' }
    ],
    monte_carlo: { trials: count, seed: 11 }
  }
});

describe('in Chromium', () => {
  test.each(goldenCases())('$name: the stored result comes out to the last bit', async ({ request, result }) => {
    expect(await inPage(request)).toBe(result);
  });

  test('the functions that the engine calls, and its own, give what Node gives', async () => {
    const page = await bundle.open();
    const there = (name: string) =>
      page.evaluate((asked) => (globalThis as unknown as { engine: EngineInPage }).engine.values(asked), name);
    for (const name of [...CALLED, ...Object.keys(OURS).map((own) => `ours ${own}`)]) {
      expect(await there(name), name).toBe(valuesOf(name));
    }
    const different: string[] = [];
    for (const name of [...LEFT_TO_ENGINES, 'pow']) if ((await there(name)) !== valuesOf(name)) different.push(name);
    process.stdout.write(
      `Math functions on which this Node and this Chromium differ: ${different.join(', ') || 'none'}\n`
    );
    await page.close();
  });

  test('1, 2 and 3 workers give what Node gives, bit for bit', async () => {
    const request = trials(200_001);
    const expected = JSON.stringify(analyze(request));
    for (const cores of [1, 2, 3]) {
      const seen = await sharedInPage(request, cores);
      expect(seen.result).toBe(expected);
      expect(seen.workers).toBe(cores);
      expect(seen.progress[0]).toEqual({ done: 0, total: 200_001 });
      expect(seen.progress.at(-1)).toEqual({ done: 200_001, total: 200_001 });
    }
  });

  test('the page answers while trials run, and a cancelled analysis ends at once', async () => {
    const whole = await sharedInPage(trials(3_000_000), 2);
    expect(whole.longestPause).toBeLessThan(Math.max(50, whole.took / 4));
    const stopped = await sharedInPage(trials(10_000_000), 2, 1);
    expect(stopped.fault).toBe('AbortError');
    expect(stopped.result).toBeNull();
    expect(stopped.progress.at(-1)?.done).toBeLessThan(2_000_000);
  });
});
