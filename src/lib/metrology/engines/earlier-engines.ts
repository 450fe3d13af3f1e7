/**
 * Earlier engines, each frozen as one file when its successor replaced it (`npm run freeze-engine`): a record names the
 * engine that computed it, and that engine reproduces its result in every digit. Each is fetched only when needed.
 */
import type { AnalysisRequest, AnalysisResult } from '../types.ts';

type Engine = { readonly analyze: (request: AnalysisRequest) => AnalysisResult };

const EARLIER = {
  '3.6.1': () => import('./engine-3-6-1.js'),
  '3.6.1+2': () => import('./engine-3-6-1-2.js'),
  '3.6.1+3': () => import('./engine-3-6-1-3.js'),
  '3.6.1+4': () => import('./engine-3-6-1-4.js'),
  '3.6.1+5': () => import('./engine-3-6-1-5.js')
} satisfies Readonly<Record<string, () => Promise<Engine>>>;

export type EarlierEngine = keyof typeof EARLIER;
export const EARLIER_ENGINES = Object.keys(EARLIER) as readonly EarlierEngine[];

/** Whether a name from a record is that of a frozen engine. */
export const isEarlierEngine = (name: string): name is EarlierEngine => Object.hasOwn(EARLIER, name);

/**
 * The result of an earlier engine in its stored form: without the values that JSON omits.
 * @throws the error of that engine: with `code`, `path` and `message` if it refused
 */
export async function analyzeWithEarlier(engine: EarlierEngine, request: AnalysisRequest): Promise<AnalysisResult> {
  const { analyze } = await EARLIER[engine]();
  return JSON.parse(JSON.stringify(analyze(request))) as AnalysisResult;
}
