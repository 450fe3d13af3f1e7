import { AnalysisPool, type PoolOptions } from '#lib/analysis-pool/analysis-pool.ts';
import type { ResponseMessage, StartWorker } from '#lib/analysis-pool/messages.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

/** Workers that are idle for this long are ended, to free a tablet's memory. */
const IDLE_MS = 60_000;

let pool: AnalysisPool | null = null;
let running = 0;
let idle: ReturnType<typeof setTimeout> | undefined;

/**
 * The whole analysis of a request, Monte Carlo trials included, in as many workers as this device has cores; none of it
 * runs in the page, and it needs no network. The result is that of `analyze`, bit for bit.
 *
 * `request` is posted to a worker: pass plain data (`$state.snapshot` of reactive data).
 * @param options `onProgress({ done, total })` while trials run (`total` null: until they have settled); `signal` to cancel:
 * the promise is rejected with the signal's reason at once.
 * @throws AnalysisRefusal as `analyze` does; Error if a worker could not be started.
 */
export async function analyzeWithTrials(request: AnalysisRequest, options: PoolOptions = {}): Promise<AnalysisResult> {
  clearTimeout(idle);
  running++;
  pool ??= new AnalysisPool(startWorker, navigator.hardwareConcurrency);
  try {
    return await pool.analyze(request, options);
  } finally {
    running--;
    if (running === 0) idle = setTimeout(() => pool?.end(), IDLE_MS);
  }
}

const startWorker: StartWorker = (onResponse, onFault) => {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<ResponseMessage>) => onResponse(data));
  worker.addEventListener('messageerror', () => onFault(new Error('An answer of a worker could not be read.')));
  worker.addEventListener('error', (event) => onFault(new Error(event.message || 'A worker could not be started.')));
  return { post: (question, transfer) => worker.postMessage(question, transfer), end: () => worker.terminate() };
};
