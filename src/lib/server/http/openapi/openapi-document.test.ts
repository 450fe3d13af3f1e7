import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';
import { openapiDocument } from './openapi-document.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const document = openapiDocument(version);

test('the committed openapi.json is what the contract says: npm run openapi', () => {
  expect(document).toEqual(JSON.parse(readFileSync('src/lib/contracts/openapi.json', 'utf8')));
});

test('what follows from the conventions is described, though the table leaves it out', () => {
  const create = document.paths?.['/locations']?.post;
  expect(Object.keys(create?.responses ?? {})).toEqual(['201', '401', '403', '404', '413', '415', '422', '500', '503']);
  expect(create?.parameters?.map((parameter) => ('name' in parameter ? parameter.name : ''))).toEqual([
    'Idempotency-Key'
  ]);
  const list = document.paths?.['/locations']?.get?.responses?.['200'];
  expect(Object.keys(list && 'headers' in list ? (list.headers ?? {}) : {})).toEqual(['X-Total-Count', 'Link']);
  expect(document.paths?.['/auth/login']?.post?.security).toEqual([]);
});

test.each(Object.entries<Operation>(endpoints))(
  '%s says that the database may be away or its disk full, and a change that it may not know how it ended',
  (_, operation) => {
    const method = operation.method.toLowerCase() as 'get';
    const responses = document.paths?.[operation.path]?.[method]?.responses ?? {};
    const away = responses['503'] as { description: string; headers?: object } | undefined;
    expect(away?.description).toContain('`unavailable`, `no_room`');
    expect(Object.keys(away?.headers ?? {})).toEqual(['Retry-After']);
    const unknown = responses['500'] as { description: string } | undefined;
    expect(unknown?.description.includes('`outcome_unknown`') ?? false).toBe(operation.method !== 'GET');
  }
);
