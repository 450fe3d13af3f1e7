import { compressedJson } from '#lib/server/http/compressed-json.ts';
import { deviceRoute } from '#lib/server/http/device-route.ts';
import { check } from '#lib/server/http/validation.ts';
import { pullQuery } from '#sync/protocol/pull.ts';
import { pull } from '#sync/server/pull.server.ts';
import { SPOKEN } from '../spoken.ts';

export const GET = deviceRoute(SPOKEN, async ({ url, request, locals }, { actor }) => {
  const query = check('query', pullQuery, Object.fromEntries(url.searchParams));
  return compressedJson(request, await pull(locals.services, actor, query));
});
