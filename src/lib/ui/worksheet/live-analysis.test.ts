import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnalysisPool } from '#lib/analysis-pool/analysis-pool.ts';
import { handleMessages } from '#lib/analysis-pool/handle-messages.ts';
import type { RequestMessage, ResponseMessage, StartWorker } from '#lib/analysis-pool/messages.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { Model } from '#lib/metrology/types.ts';
import { setFields } from '#lib/worksheet/edits/form-edits.ts';
import { buildBody } from '#lib/worksheet/form/build-body.ts';
import { aForm } from '#lib/worksheet/form/form-fixture.ts';
import { EMPTY_READING } from '#lib/worksheet/rows/form-rows.ts';
import { FormSession } from './form-session.svelte.ts';

vi.setConfig({ testTimeout: 60_000 });

/** More than the page computes itself. */
const MANY = 2100;
const manyPoints = (model: Model = 'linear') => {
  const readings = Array.from({ length: MANY }, (_, i) => [String(i / 21), (i / 21 + 0.05).toFixed(2)] as const);
  const form = aForm(readings);
  return { ...form, fit: { ...form.fit, model } };
};

/** A worker of this thread behind a real message channel. */
const works: StartWorker = (onResponse) => {
  const { port1, port2 } = new MessageChannel();
  const answer = handleMessages((response, transfer) => port2.postMessage(response, transfer));
  port2.on('message', (question: RequestMessage) => answer(question));
  port1.on('message', (response: ResponseMessage) => onResponse(response));
  return { post: (question, transfer) => port1.postMessage(question, transfer), end: () => port1.close() };
};
const dies: StartWorker = (_onResponse, onFault) => ({
  post: () => setTimeout(() => onFault(new Error('out of memory'))),
  end: () => undefined
});

const reported = vi.fn();
let pool: AnalysisPool;
let session: FormSession;
let started = 0;
let kinds: StartWorker[] = [];
/** A session whose workers are these, one after the other; the last again and again. */
function sessionWith(form: ReturnType<typeof manyPoints>, ...workers: StartWorker[]) {
  kinds = workers;
  session = new FormSession(form, (request, options) => pool.analyze(request, options));
  return session;
}

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  vi.stubGlobal('reportError', reported.mockClear());
  started = 0;
  pool = new AnalysisPool((...given) => (kinds[Math.min(started++, kinds.length - 1)] ?? works)(...given), 2);
});
afterEach(() => {
  session.live.stop();
  pool.end();
  vi.unstubAllGlobals();
});

test('a long analysis is made by the pool, and is that of the page', async () => {
  const session = sessionWith(manyPoints(), works);
  await session.live.settled();
  const { request } = session.built;
  expect(started).toBe(1);
  expect(request && JSON.stringify(session.live.result)).toBe(request && JSON.stringify(analyze(request)));
});

test('what the engine refuses is shown at its field, and the errors as found stay in sight', async () => {
  const session = sessionWith(manyPoints('logarithmic'), works);
  const below = { ...EMPTY_READING, reference: '1', measured: '-1' };
  session.apply((form) => ({ ...form, rows: form.rows.map((row, i) => (i === 7 ? { ...row, left: below } : row)) }));
  await session.live.settled();
  expect(session.refusal?.field).toBe('rows.7.left.measured');
  expect(session.live.result).toBeNull();
  expect(session.live.preview?.points).toHaveLength(MANY);
});

test('a worker that dies is followed by another', async () => {
  const session = sessionWith(manyPoints(), dies, works);
  await session.live.settled();
  expect(started).toBe(2);
  expect(session.live.result).not.toBeNull();
  expect(session.fault).toEqual([]);
});

test('where workers die, the analysis has failed, a save says so, and the page can compute it', async () => {
  const session = sessionWith(manyPoints(), dies);
  await session.live.settled();
  expect(session.live).toMatchObject({ failed: true, result: null, answered: null, behind: false });
  expect(reported).toHaveBeenCalledOnce();
  const { body, problems } = buildBody({
    form: session.form,
    analysis: null,
    problems: session.fault,
    interval: { value: 365, unit: 'days' },
    hasChannels: false,
    today: '2026-11-20',
    doubts: []
  });
  expect(body).toBeNull();
  expect(problems).toContainEqual({ field: 'analysis', code: 'analysis_failed' });
  session.live.computeHere();
  await session.live.settled();
  expect(session.live).toMatchObject({ failed: false });
  expect(session.live.result?.points).toHaveLength(MANY);
});

test('typing on drops the older analysis, whose answer no longer counts', async () => {
  const session = sessionWith(manyPoints(), works);
  void session.live.settled();
  session.apply(setFields({ resolution: '0,5' }));
  await session.live.settled();
  expect(session.live.answered?.request?.uncertainty.resolution).toBe(0.5);
  expect(session.live.failed).toBe(false);
});
