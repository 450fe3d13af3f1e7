import { beforeAll, expect, inject, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { calibrationBody, foundLaboratory, type Laboratory } from '../support/laboratory.ts';

let laboratory: Laboratory;
beforeAll(async () => {
  laboratory = await foundLaboratory();
});

const withTrials = (trials: number): AnalysisRequest => ({
  points: Array.from({ length: 12 }, (_, i) => ({ reference: i, measured: 1.002 * i + 0.01 * ((i * 7) % 5) })),
  fit: { model: 'linear' },
  uncertainty: { resolution: 0.01, monte_carlo: { trials, seed: 11 } }
});

test('trials are computed in threads of the server: other requests are answered meanwhile, the result is ours', async () => {
  const request = withTrials(3_000_000);
  await laboratory.technician('POST', '/calibrations/analyze', withTrials(1000));
  const begun = performance.now();
  let done = false;
  const long = laboratory.technician<AnalysisResult>('POST', '/calibrations/analyze', request).then((answer) => {
    done = true;
    return answer;
  });
  const waits: number[] = [];
  while (!done) {
    const asked = performance.now();
    expect((await fetch(`${inject('baseUrl')}/health/live`)).status).toBe(200);
    waits.push(performance.now() - asked);
  }
  const took = performance.now() - begun;
  const { status, body } = await long;
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(analyze(request))));
  // In the thread that answers requests, one of them would have waited for nearly all of it.
  expect(Math.max(...waits)).toBeLessThan(took / 2);
  expect(waits.length).toBeGreaterThan(10);
});

test('an analysis whose caller has hung up is not computed to its end', async () => {
  const stop = new AbortController();
  const url = `${inject('baseUrl')}/api/v1/calibrations/analyze`;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${laboratory.technicianToken}` };
  const body = JSON.stringify(withTrials(10_000_000));
  const given = Array.from({ length: 4 }, () => fetch(url, { method: 'POST', headers, body, signal: stop.signal }));
  setTimeout(() => stop.abort(), 500);
  for (const answer of await Promise.allSettled(given)) expect(answer.status).toBe('rejected');
  // Forty million trials would take many times as long.
  const begun = performance.now();
  const next = await laboratory.technician('POST', '/calibrations/analyze', withTrials(1000));
  expect(next.status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(3000);
});

test('a calibration with trials is recorded when the server finds the same ones, and not when one number differs', async () => {
  const body = await calibrationBody(laboratory);
  const request: AnalysisRequest = {
    ...body.analysis.request,
    uncertainty: { ...body.analysis.request.uncertainty, monte_carlo: { trials: 20_000, seed: 3 } }
  };
  const result = analyze(request);
  const recorded = await laboratory.technician('POST', '/calibrations', { ...body, analysis: { request, result } });
  expect(recorded.status, JSON.stringify(recorded.body).slice(0, 500)).toBe(201);
  const other = await calibrationBody(laboratory);
  const trials = {
    ...result.monte_carlo,
    standard_uncertainty: 1.001 * (result.monte_carlo?.standard_uncertainty ?? 0)
  };
  const refused = await laboratory.technician('POST', '/calibrations', {
    ...other,
    analysis: { request, result: { ...result, monte_carlo: trials } }
  });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain('result_mismatch');
});
