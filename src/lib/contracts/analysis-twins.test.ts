/** The contract and the engine speak of one request and one result; the compiler compares them (`npm run types`). */
import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { analysisRequestSchema } from './analysis-request.ts';
import type { analysisResultSchema } from './analysis-result.ts';

/** The same type with every list and object read-only: who may write is no part of what is sent. */
type Fixed<T> = T extends readonly unknown[] | object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;

test('what may be asked is what the engine takes', () => {
  expectTypeOf<Fixed<z.infer<typeof analysisRequestSchema>>>().toEqualTypeOf<Fixed<AnalysisRequest>>();
});

test('what is answered is what the engine gives', () => {
  expectTypeOf<Fixed<z.infer<typeof analysisResultSchema>>>().toEqualTypeOf<Fixed<AnalysisResult>>();
});
