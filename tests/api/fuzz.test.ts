/**
 * Whatever is sent to any operation, by anybody: never a 5xx, always an answer that the OpenAPI document describes. `npm run fuzz` is a longer
 * run with a seed drawn by chance; PROPERTY_SEED repeats one (each failure names its seed).
 */
import { writeFile } from 'node:fs/promises';
import { maxHeaderSize } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readDocument } from '../support/openapi.ts';
import { ONE_PIXEL_PNG } from '../support/pictures.ts';
import { copyDataDir, STARTED } from '../support/prepared-data-dir.ts';
import { databaseUrlOf, startServer, type RunningServer } from '../support/server.ts';
import type { Schema, Schemas } from './fuzz/arbitrary-of-schema.ts';
import { asCurl } from './fuzz/as-curl.ts';
import { requestsTo, type Fuzzed, type Generated, type Parameter } from './fuzz/requests.ts';
import { FUZZ_CALLERS, makeFuzzWorld, type FuzzWorld } from './fuzz/world.ts';
import { depth } from '../support/depth.ts';

/** Beyond what each operation gets in any case. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
/** Requests to each operation, however busy the machine is. */
const AT_LEAST = depth(20, 40);
const ANSWER_WITHIN_MS = 30_000;

const { document, operations, faultsOf } = await readDocument(inject('baseUrl'));
// Its own: requests change mail settings and whatever else the whole installation has.
let server: RunningServer;
let data: Awaited<ReturnType<typeof copyDataDir>>;
let world: FuzzWorld;
beforeAll(async () => {
  data = await copyDataDir(STARTED);
  server = await startServer({ dataDir: data.path });
  world = await makeFuzzWorld(server.baseUrl, await databaseUrlOf(data.path));
});
afterAll(async () => {
  const report = process.env['FUZZ_REPORT'];
  const counted = [...answered].map(([name, statuses]) => `${name} ${JSON.stringify(Object.fromEntries(statuses))}`);
  if (report !== undefined) await writeFile(report, counted.join('\n'));

  await world.end();
  await server.stop();
  await data.remove();
});

/** How often each operation was answered with which status. */
const answered = new Map<string, Map<number, number>>();
const schemas: Schemas = document.components.schemas;
function describedAt(name: string, method: string, path: string): Fuzzed {
  const described = document.paths[path]?.[method.toLowerCase()] as unknown as {
    parameters?: readonly Parameter[];
    requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  };
  const content = described.requestBody?.content ?? {};
  return {
    name,
    method,
    path,
    parameters: described.parameters ?? [],
    body: content['application/json']?.schema ?? null,
    upload: Object.keys(content).filter((media) => media !== 'application/json'),
    seeds: world.seeds[name] ?? []
  };
}

function sendable({ name, method, path }: Fuzzed, generated: Generated) {
  const fill = (text: string) => world.ids.resolve(text);
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(fill(generated.path[key] ?? '')));
  const query = new URLSearchParams(generated.query.map(([key, value]) => [key, fill(value)]));
  const headers = new Headers(generated.headers);
  const token = world.tokens[generated.caller];
  if (token !== null && !headers.has('authorization')) headers.set('Authorization', `Bearer ${token}`);
  const body = typeof generated.body === 'string' ? fill(generated.body) : generated.body;
  const url = `${server.baseUrl}/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`;
  return { name, url, method, headers, body: method === 'GET' ? null : body };
}

const headBytes = (url: string, headers: Headers) =>
  url.length + [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
/** The headers that `fetch` adds take less than this. */
const BROUGHT_BY_FETCH = 1000;

/** Sends one request. @returns what is wrong with its answer. */
async function faultsIn(
  operation: Fuzzed,
  { url, method, headers, body }: ReturnType<typeof sendable>
): Promise<string[]> {
  const response = await fetch(url, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'manual'
  });
  const statuses = answered.get(operation.name) ?? new Map<number, number>();
  answered.set(operation.name, statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1));
  if (response.status === 431 && headBytes(url, headers) > maxHeaderSize - BROUGHT_BY_FETCH) return [];
  const type = response.headers.get('content-type');
  const text = await response.text();
  const answer: unknown = type?.includes('json') ? JSON.parse(text) : text;
  if (response.ok) world.ids.learn(operation.path, answer);
  if (method !== 'GET') await world.mend();
  const faults = faultsOf({ ...operation, isPublic: false }, response.status, type, answer);
  if (response.status >= 500) faults.push('a fault of the server');
  if (!response.headers.get('x-request-id')) faults.push('no X-Request-Id');
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : null;
  const codes = document.paths[operation.path]?.[method.toLowerCase()]?.responses[response.status]?.description;
  if (!response.ok && code !== null && codes?.includes(`\`${code}\``) !== true)
    faults.push(`code ${code} is not documented`);
  return faults.map((fault) => `${response.status} ${text.slice(0, 300)}: ${fault}`);
}

const callers = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('superadmin' as const, 'organization_admin' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...FUZZ_CALLERS) }
);

/** Runs a property by the seed, and by nothing else of chance; a machine that is too busy for one more run is not a failure. */
async function assertHolds(property: fc.IAsyncProperty<[Generated]>, given: fc.Parameters<[Generated]>): Promise<void> {
  const parameters = { seed: SEED, numRuns: 1_000_000, includeErrorInReport: true, ...given };
  const outcome = await fc.check(property, parameters);
  if (outcome.failed && outcome.errorInstance !== null) throw new Error(fc.defaultReportMessage(outcome));
}

describe(`seed ${SEED}`, () => {
  // A reset would end the world that all other requests are about; a demonstration would keep the worker busy for minutes.
  const asked = operations.filter(({ name }) => name !== 'resetDatabase' && name !== 'fillDemonstration');
  test.each(asked.map(({ name, method, path }) => [name, method, path] as const))(
    '%s answers as documented, whatever is sent',
    async (name, method, path) => {
      const operation = describedAt(name, method, path);
      const property = fc.asyncProperty(requestsTo(operation, schemas, callers, ONE_PIXEL_PNG), async (generated) => {
        const request = sendable(operation, generated);
        const faults = await faultsIn(operation, request).catch((thrown: unknown) => [String(thrown)]);
        if (faults.length === 0) return;
        throw new Error(`${faults.join('\n')}\n${asCurl(request.url, method, request.headers, request.body)}`);
      });
      await assertHolds(property, { numRuns: AT_LEAST });
      if (SECONDS > 0)
        await assertHolds(property, { seed: SEED + 1, interruptAfterTimeLimit: (SECONDS * 1000) / operations.length });
    },
    (SECONDS / operations.length) * 1000 + 60_000
  );

  test('the requests reach what they aim at: most operations did what they are for, and each refused something', () => {
    const some = (fits: (status: number) => boolean) =>
      operations.filter(({ name }) => [...(answered.get(name)?.keys() ?? [])].some(fits)).length;
    expect(some((status) => status < 300)).toBeGreaterThan(operations.length / 2);
    expect(some((status) => status === 422)).toBeGreaterThan(operations.length * 0.9);
  });
});
