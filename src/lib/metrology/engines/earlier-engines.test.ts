import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINE } from '../engine.ts';
import type { AnalysisRequest, AnalysisResult } from '../types.ts';
import { analyzeWithEarlier, EARLIER_ENGINES, isEarlierEngine } from './earlier-engines.ts';

type OldRecord = { readonly name: string; readonly request: AnalysisRequest; readonly result: AnalysisResult };
const frozen = join(import.meta.dirname, '../../../../tests/certificates/records-of-engine-3.6.1.json');
const records = JSON.parse(readFileSync(frozen, 'utf8')) as OldRecord[];

describe.each(records)('a record of engine 3.6.1: $name', ({ request, result }) => {
  test('is computed again by the engine that it names, in every digit', async () => {
    if (!isEarlierEngine(result.engine)) throw new Error(`No engine ${result.engine}`);
    expect(await analyzeWithEarlier(result.engine, request)).toEqual(result);
  });
});

test('an engine that refuses says why', async () => {
  const [record] = records;
  if (!record) throw new Error('no record');
  await expect(analyzeWithEarlier('3.6.1', { ...record.request, points: [] })).rejects.toMatchObject({
    code: expect.any(String) as string,
    path: ['points']
  });
});

const fileOf = (engine: string) => `engine-${engine.replaceAll(/[.+]/gu, '-')}.js`;
/** SHA-256 of each frozen file. A new engine adds a line; no line ever changes. */
const DIGESTS = {
  '3.6.1': '83216103918dc7d4334bb26094d5bb54de48f4c85c85872702c4a9606512c003',
  '3.6.1+2': 'fd868e34994f4595e84d10c475adaa190de503415cb51488a4489c0b6c8495ad',
  '3.6.1+3': 'f9d4e9f857e54e9e7c136da9e88b14b7c67f8349e2ce3a9484b198a988aae380',
  '3.6.1+4': '98a67a010bd9a1e8627931c177c0845c3be36e19c606fbe4a981b20f76e094a0',
  '3.6.1+5': '8fae2b2edfa73f25160db8f0c9deee65e27a8ed24481f2c8cb419b13d3b2bd81'
};

test('every frozen file is named, has never been changed, and none is the engine of today', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^engine-.*\.js$/u.test(name));
  expect(files.sort()).toEqual(EARLIER_ENGINES.map(fileOf).sort());
  const digests = EARLIER_ENGINES.map((engine) => {
    const bytes = readFileSync(join(import.meta.dirname, fileOf(engine)));
    return [engine, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(Object.fromEntries(digests)).toEqual(DIGESTS);
  expect(isEarlierEngine(ENGINE)).toBe(false);
});
