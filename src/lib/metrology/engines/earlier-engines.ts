/**
 * Engines of before, each frozen as one file when its successor came (`npm run freeze-engine`): a record names the engine that
 * computed it, and that engine gives its result again, in every digit. They are fetched only when one is asked for.
 */
import type { AnalysisRequest, AnalysisResult } from '../types.ts';

type Engine = { readonly analyze: (request: AnalysisRequest) => AnalysisResult };

const EARLIER = {
  '3.6.1': () => import('./engine-3-6-1.js')
} satisfies Readonly<Record<string, () => Promise<Engine>>>;

export type EarlierEngine = keyof typeof EARLIER;
export const EARLIER_ENGINES = Object.keys(EARLIER) as readonly EarlierEngine[];

/** Whether a name, as a record holds it, is that of a frozen engine. */
export const isEarlierEngine = (name: string): name is EarlierEngine => Object.hasOwn(EARLIER, name);

/**
 * The result that an earlier engine gives, as it is stored: what JSON leaves out is left out.
 * @throws what that engine threw: an error with `code`, `path` and `message` where it refused
 */
export async function analyzeWithEarlier(engine: EarlierEngine, request: AnalysisRequest): Promise<AnalysisResult> {
  const { analyze } = await EARLIER[engine]();
  return JSON.parse(JSON.stringify(analyze(request))) as AnalysisResult;
}
