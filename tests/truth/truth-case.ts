import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../shared/truth');

/** A case whose right answer is known. Each test says by its type which parts of the file it reads. */
export function truthCase<T>(id: string): T {
  return JSON.parse(readFileSync(resolve(FOLDER, `${id}.json`), 'utf8')) as T;
}

/** The ids of all cases that begin so. */
export function truthIds(prefix: string): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length));
}

/** Correct decimal digits of a number: −log10 of its relative error (of the absolute one where the truth is zero). */
export function digits(value: number, truth: number): number {
  if (value === truth) return 17;
  return -Math.log10(Math.abs(value - truth) / (truth === 0 ? 1 : Math.abs(truth)));
}

/** Fails unless the number agrees with the truth to a relative tolerance. */
export function expectClose(value: number | null | undefined, truth: number, relative: number): void {
  expect(value).toBeTypeOf('number');
  const error = Math.abs((value ?? Number.NaN) - truth);
  expect(error, `${value} is not ${truth}`).toBeLessThanOrEqual(relative * Math.max(Math.abs(truth), 1e-300));
}
