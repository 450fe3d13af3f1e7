import { check } from '#lib/server/http/validation.ts';
import { pullQuery } from '#sync/protocol/pull.ts';
import { pull } from '#sync/server/pull.server.ts';
import { compressedJson } from '../compressed-json.ts';
import { syncRoute } from '../sync-route.ts';

export const GET = syncRoute(async ({ url, request, locals }, { actor }) => {
  const query = check('query', pullQuery, Object.fromEntries(url.searchParams));
  return compressedJson(request, await pull(locals.services, actor, query));
});
