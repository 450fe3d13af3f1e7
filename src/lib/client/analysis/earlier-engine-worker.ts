/** A worker that computes one request with an earlier engine. */
import { analyzeWithEarlier } from '#lib/metrology/engines/earlier-engines.ts';
import type { EarlierAnswer, EarlierQuestion } from './analyze-with-earlier.ts';

const say = (answer: EarlierAnswer) => postMessage(answer);
addEventListener('message', ({ data }: MessageEvent<EarlierQuestion>) => {
  analyzeWithEarlier(data.engine, data.request).then(
    (result) => say({ result }),
    (thrown: unknown) => say({ problem: thrown instanceof Error ? thrown.message : String(thrown) })
  );
});
