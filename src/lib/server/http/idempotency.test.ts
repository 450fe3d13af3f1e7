import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';

/** Whether every answer says whose record it is. */
const saysWhose = ({ answers }: Operation): boolean =>
  Object.values(answers).every((answer) => answer instanceof z.ZodObject && 'organization_id' in answer.shape);

test('of each repeated response, it can be told whose record it is', () => {
  const operations = Object.values<Operation>(endpoints).filter(({ idempotent }) => idempotent);
  expect(operations.length).toBeGreaterThan(10);
  const silent = operations.filter((operation) => !saysWhose(operation) && /\{id\}/.test(operation.path));
  const collections = new Set(silent.map(({ path }) => path.split('/')[1]));
  // `organizationOf` in idempotency.ts finds the organization of these; of others, nothing would be repeated.
  expect([...collections].sort()).toEqual(['calibrations', 'organizations']);
});
