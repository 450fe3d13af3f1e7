import { endpoints } from '#lib/contracts/endpoints.ts';
import { KIB, limitOfBody, MIB, type Operation } from '#lib/contracts/operation.ts';
import { LARGEST_CERTIFICATE } from '#lib/contracts/verification.ts';

const PREFIX = '/api/v1';
/** What is described elsewhere than in the table of operations (sync/protocol). */
const OTHERS: readonly { readonly path: string; readonly limit: number }[] = [
  { path: `${PREFIX}/sync/push`, limit: 16 * MIB },
  { path: '/verify/{token}', limit: LARGEST_CERTIFICATE }
];
/** No page and no address that leads nowhere takes more. */
const ELSEWHERE = 64 * KIB;

const described = [
  ...Object.values<Operation>(endpoints).map((operation) => ({
    path: `${PREFIX}${operation.path}`,
    limit: limitOfBody(operation)
  })),
  ...OTHERS
].map(({ path, limit }) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
  limit
}));

/**
 * Bytes of body that a path takes at most. Operations of one path share the largest limit here; each one's own is kept by
 * its handler (read-json.ts).
 */
export function bodyLimitOf(path: string): number {
  const limits = described.filter(({ pattern }) => pattern.test(path)).map(({ limit }) => limit);
  return limits.length === 0 ? ELSEWHERE : Math.max(...limits);
}
