import { MessageChannel } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { AnalysisPool, type TrialProgress } from './analysis-pool.ts';
import { handleMessages } from './handle-messages.ts';
import type { ResponseMessage, RequestMessage, StartWorker } from './messages.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The uncertainty is 0.0105: with two digits of that the adaptive procedure is content early. */
const requestWith = (trials: number | 'adaptive'): AnalysisRequest => ({
  points: [{ reference: 10, measured: 10.02 }],
  fit: { model: 'none' },
  uncertainty: {
    reference_standard: { expanded_uncertainty: 0.021, coverage_factor: 2 },
    monte_carlo: { trials, seed: 11 }
  }
});

/** Workers of this thread behind real message channels: what cannot be posted fails here, too. */
function channelWorkers(started: { count: number; questions: string[] } = { count: 0, questions: [] }): StartWorker {
  return (onResponse) => {
    started.count++;
    const { port1, port2 } = new MessageChannel();
    const answer = handleMessages((response, transfer) => port2.postMessage(response, transfer));
    port2.on('message', (question: RequestMessage) => {
      started.questions.push(question.request.kind);
      answer(question);
    });
    port1.on('message', (response: ResponseMessage) => onResponse(response));
    return {
      post: (question, transfer) => port1.postMessage(question, transfer),
      end: () => port1.close()
    };
  };
}

async function withPool<T>(most: number, work: (pool: AnalysisPool) => Promise<T>, start = channelWorkers()) {
  const pool = new AnalysisPool(start, most);
  try {
    return await work(pool);
  } finally {
    pool.end();
  }
}

test('1, 2 and 3 workers give the result of the calling thread, bit for bit', async () => {
  for (const trials of [30_001, 'adaptive'] as const) {
    const request = requestWith(trials);
    const expected = JSON.stringify(analyze(request));
    for (const most of [1, 2, 3]) {
      expect(JSON.stringify(await withPool(most, (pool) => pool.analyze(request)))).toBe(expected);
    }
  }
});

test('progress begins at nothing and ends with all trials', async () => {
  const seen: TrialProgress[] = [];
  await withPool(2, (pool) => pool.analyze(requestWith(50_000), { onProgress: (progress) => seen.push(progress) }));
  expect(seen[0]).toEqual({ done: 0, total: 50_000 });
  expect(seen.at(-1)).toEqual({ done: 50_000, total: 50_000 });
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
});

test('an aborted analysis ends with the reason of its signal, and the pool goes on', async () => {
  await withPool(2, async (pool) => {
    const stop = new AbortController();
    let after = 0;
    const long = pool.analyze(requestWith(10_000_000), {
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done > 0) stop.abort(new Error('enough'));
        if (stop.signal.aborted) after++;
      }
    });
    await expect(long).rejects.toThrow('enough');
    expect(after).toBeLessThan(4);
    const request = requestWith(10_000);
    expect(await pool.analyze(request)).toEqual(analyze(request));
    await expect(pool.analyze(request, { signal: stop.signal })).rejects.toThrow('enough');
  });
});

test('more analyses than workers wait for their turn, and one that is aborted meanwhile gives up its place', async () => {
  await withPool(1, async (pool) => {
    const stop = new AbortController();
    const requests = [20_000, 20_001, 20_002].map(requestWith);
    const waiting = requests.map((request, i) => pool.analyze(request, i === 1 ? { signal: stop.signal } : {}));
    stop.abort(new Error('gone'));
    const ended = await Promise.allSettled(waiting);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

test('a refusal arrives as the refusal that it is', async () => {
  const refused = withPool(2, (pool) => pool.analyze({ ...requestWith(1000), points: [] }));
  await expect(refused).rejects.toBeInstanceOf(AnalysisRefusal);
  await expect(refused).rejects.toMatchObject({ code: 'too_few_points', path: ['points'] });
});

test('an analysis without trials takes one worker, and an aborted one takes none', async () => {
  const started = { count: 0, questions: [] as string[] };
  await withPool(
    3,
    async (pool) => {
      const { monte_carlo: _, ...uncertainty } = requestWith(1000).uncertainty;
      await pool.analyze({ ...requestWith(1000), uncertainty });
      expect(started).toEqual({ count: 1, questions: ['begin'] });
      await pool.analyze(requestWith(100_000));
      expect(started.count).toBe(3);
    },
    channelWorkers(started)
  );
});

test('a worker that ends before its time fails its analysis, and the next one gets a new worker', async () => {
  let starts = 0;
  const healthy = channelWorkers();
  const start: StartWorker = (onResponse, onFault) => {
    if (++starts > 1) return healthy(onResponse, onFault);
    return { post: () => queueMicrotask(() => onFault(new Error('out of memory'))), end: () => undefined };
  };
  await withPool(
    1,
    async (pool) => {
      await expect(pool.analyze(requestWith(1000))).rejects.toThrow('out of memory');
      expect((await pool.analyze(requestWith(1000))).monte_carlo?.trials).toBe(1000);
    },
    start
  );
});

test('a worker whose result nobody waits for is ended, and the next caller gets another', async () => {
  vi.useFakeTimers();
  try {
    const request: string[][] = [];
    let ended = 0;
    const healthy = channelWorkers();
    const start: StartWorker = (onResponse, onFault) => {
      const own: string[] = [];
      request.push(own);
      if (request.length > 1) return healthy(onResponse, onFault);
      return { post: (question) => void own.push(question.request.kind), end: () => void ended++ };
    };
    await withPool(
      1,
      async (pool) => {
        const stop = new AbortController();
        const endless = pool.analyze(requestWith(1000), { signal: stop.signal });
        await vi.waitFor(() => expect(request).toEqual([['begin']]));
        stop.abort(new Error('gone'));
        await expect(endless).rejects.toThrow('gone');
        expect((await pool.analyze(requestWith(1000))).monte_carlo?.trials).toBe(1000);
        expect([request.length, ended]).toEqual([2, 0]);
        await vi.advanceTimersByTimeAsync(300);
        expect(ended).toBe(1);
      },
      start
    );
  } finally {
    vi.useRealTimers();
  }
});

test('one that is done with it soon stays for the next', async () => {
  const started = { count: 0, questions: [] as string[] };
  await withPool(
    1,
    async (pool) => {
      const stop = new AbortController();
      const gone = pool.analyze(requestWith(100_000), {
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('gone'))
      });
      await expect(gone).rejects.toThrow('gone');
      await vi.waitFor(() => expect(started.questions.at(-1)).toBe('forget'));
      expect((await pool.analyze(requestWith(1000))).monte_carlo?.trials).toBe(1000);
      expect(started.count).toBe(1);
    },
    channelWorkers(started)
  );
});
