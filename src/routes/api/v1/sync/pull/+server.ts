import { compressedJson } from '#lib/server/http/compressed.ts';
import { deviceRoute } from '#lib/server/http/device-route.ts';
import { check } from '#lib/server/reading/check.ts';
import { pullQuery } from '#sync/protocol/pull.ts';
import { pull } from '#sync/server/pull.server.ts';
import { protocolOf, SYNC_PROTOCOL } from '../protocol-version.ts';

export const GET = deviceRoute(SYNC_PROTOCOL, async ({ url, request, locals }, { actor }) => {
  const query = check('query', pullQuery, Object.fromEntries(url.searchParams));
  return compressedJson(request, await pull(locals.services, actor, query, protocolOf(request)));
});
