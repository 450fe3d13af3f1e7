import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import { COLLECTIONS } from '#sync/protocol/collections.ts';
import { documentShapes } from '#sync/protocol/document-shapes.ts';
import { pullAnswers } from '#sync/protocol/pull.ts';
import { VERSION } from '../../src/commands/version.ts';
import { foundLaboratory, type Laboratory } from '../support/laboratory.ts';
import { readDocument, type DocumentedOperation } from '../support/openapi.ts';
import { outsider, samples, type Sample } from './contract-samples.ts';

const { document, operations, faultsOf } = await readDocument(inject('baseUrl'));
let laboratory: Laboratory;
let strangers: readonly string[];
beforeAll(async () => {
  laboratory = await foundLaboratory({ private: true });
  strangers = await Promise.all([outsider('viewer'), outsider('technician')]);
});

/** Whoever has the address is answered, and it answers once. */
const ONCE = ['downloadOperation'];

/** What anybody may ask of a private organization, too; the last two are about themselves. */
const FOR_STRANGERS = [
  'getUser',
  'getOrganization',
  'getSigningCertificate',
  'getSigningCertificatePem',
  'getAuthorityCertificate',
  'getRevocationList',
  // The signature is the permission.
  'getFile',
  'requestToJoin',
  'withdrawJoinRequest'
];

/** The identity provider may add to the query whatever it likes. */
const ANY_QUERY = ['finishOidc'];

/** Pictures: their paths are signed, and other ones when the picture changes. */
const KEPT_BY_BROWSERS = ['getFile'];

type Asked = Omit<Sample, 'status' | 'token'>;

/** Calls an operation and holds whatever it answers against the document. @returns the status. */
async function call(operation: DocumentedOperation, asked: Asked, token: string | null): Promise<number> {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(asked.params?.[name] ?? '')
  );
  const query = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
  const response = await fetch(`${inject('baseUrl')}/api/v1${path}${query}`, {
    method: operation.method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(asked.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(asked.upload && { 'Content-Type': asked.upload.type })
    },
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
    ...(asked.upload && { body: asked.upload.bytes })
  });
  const type = response.headers.get('content-type');
  const body: unknown = type?.includes('json') ? await response.json() : await response.text();
  const faults = faultsOf(operation, response.status, type, body);
  expect(
    faults,
    `${operation.method} ${path}${query} answered ${response.status} ${JSON.stringify(body)?.slice(0, 400)}`
  ).toEqual([]);
  expect(otherSpellings(body), `${operation.method} ${path}`).toEqual([]);
  expect(response.headers.get('x-request-id')).toBeTruthy();
  if (!KEPT_BY_BROWSERS.includes(operation.name) || response.status !== 200) {
    expect(response.headers.get('cache-control')).toMatch(/(^|, )no-store$/);
  }
  return response.status;
}

const ANY_INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const ONE_SPELLING = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** Instants in an answer that are not written as all others: UTC, six digits of a second. */
function otherSpellings(value: unknown, way = ''): string[] {
  if (typeof value === 'string')
    return ANY_INSTANT.test(value) && !ONE_SPELLING.test(value) ? [`${way}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => otherSpellings(member, `${way}.${name}`));
}

const prepare = async (name: string): Promise<Sample> => {
  const sample = samples[name as EndpointName];
  if (sample === undefined) throw new Error(`${name} has no sample`);
  return sample(laboratory);
};

test.each(COLLECTIONS)(
  '%s are pulled in the shape that the answer names, with instants in the one spelling',
  async (collection) => {
    const { status, body } = await laboratory.admin('GET', `/sync/pull?collection=${collection}`);
    expect([status, otherSpellings(body)]).toEqual([200, []]);
    expect(pullAnswers[collection].parse(body).shape).toBe(documentShapes[collection]);
  }
);

test('the document is OpenAPI 3.1, of the version in package.json, and describes the whole table', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.version).toBe(VERSION);
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  test('answers as documented: to its superadmin, to nobody, to strangers, and to what is malformed', async () => {
    const { status, token, ...asked } = await prepare(name);
    const malformed = { ...asked, query: { ...asked.query, surprise: 'yes' } };
    // Refusals first: what they did not change, the success then shows.
    if (!operation.isPublic) expect(await call(operation, asked, null)).toBe(401);
    if (!ANY_QUERY.includes(name)) expect(await call(operation, malformed, laboratory.adminToken)).toBe(422);
    if (asked.body !== undefined) {
      expect(await call(operation, { ...asked, body: { surprise: true } }, laboratory.adminToken)).toBe(422);
    }
    if (asked.params !== undefined) {
      const values = Object.entries(asked.params);
      const isNumber = (value: string) => /^\d+$/.test(value);
      // Beside the id of a record, a number is one of its revisions; alone, it is the id of a job.
      const another = (value: string) => (isNumber(value) ? '999999999999999999' : randomUUID());
      const keepsNumber = values.length > 1;
      const elsewhere = Object.fromEntries(
        values.map(([name, value]) => [name, keepsNumber && isNumber(value) ? value : another(value)])
      );
      expect(await call(operation, { ...asked, params: elsewhere }, laboratory.adminToken)).toBe(404);
      // What belongs to a private organization is not there for strangers, or not theirs to touch.
      for (const stranger of ONCE.includes(name) ? [] : strangers) {
        const answered = await call(operation, asked, stranger);
        if (!FOR_STRANGERS.includes(name)) {
          expect([403, 404]).toContain(answered);
        }
      }
    }
    expect(await call(operation, asked, token ?? laboratory.adminToken)).toBe(status);
  });
});
