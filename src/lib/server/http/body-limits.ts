import { endpoints } from '#lib/contracts/endpoints.ts';
import { FORM_ROOM, KIB, limitOfBody, MIB, type Operation } from '#lib/contracts/operation.ts';
import { LARGEST_CERTIFICATE } from '#lib/contracts/verification.ts';

const PREFIX = '/api/v1';
/** Paths that are not in the table of operations (sync/protocol). */
const OTHERS: readonly { readonly path: string; readonly limit: number }[] = [
  { path: `${PREFIX}/sync/push`, limit: 16 * MIB },
  // Twice what is taken, so that it is the page that says of a file somewhat too large what is wrong.
  { path: '/verify', limit: 2 * LARGEST_CERTIFICATE },
  { path: '/verify/{token}', limit: 2 * LARGEST_CERTIFICATE }
];
/** The limit for pages and unknown addresses. */
const ELSEWHERE = 64 * KIB;

const described = [
  ...Object.values<Operation>(endpoints).map((operation) => ({
    path: `${PREFIX}${operation.path}`,
    limit: limitOfBody(operation) + (operation.uploadForm ? FORM_ROOM : 0)
  })),
  ...OTHERS
].map(({ path, limit }) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
  limit
}));

/**
 * The largest body of a path, in bytes. Operations of one path share the largest limit here; handlers enforce their own
 * (read-json.ts).
 */
export function bodyLimitOf(path: string): number {
  const limits = described.filter(({ pattern }) => pattern.test(path)).map(({ limit }) => limit);
  return limits.length === 0 ? ELSEWHERE : Math.max(...limits);
}
