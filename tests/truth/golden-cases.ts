import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnalysisRequest } from '#lib/metrology/types.ts';

/** A stored request and the text of its stored result: compared as text, because that is how results travel. */
export type GoldenCase = { readonly name: string; readonly request: AnalysisRequest; readonly result: string };

type Stored = { readonly request: AnalysisRequest; readonly result: unknown };

/** Every stored case. A change of the files must be a deliberate change of the engine, whose version each result names. */
export function goldenCases(): GoldenCase[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(resolve(import.meta.dirname, name), 'utf8'));
  const stored = [read('golden_analysis.json') as Stored, ...(read('golden_models.json') as Stored[])];
  return stored.map(({ request, result }, i) => ({
    name: `${i + 1} ${request.fit.model}${request.uncertainty.correlations ? ', correlated' : ''}`,
    request,
    result: JSON.stringify(result)
  }));
}
