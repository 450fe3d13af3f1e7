import { readJson } from '#lib/server/http/read-json.ts';
import { check } from '#lib/server/http/validation.ts';
import { MAX_PUSH_BYTES } from '#sync/protocol/limits.ts';
import { pushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { compressedJson } from '../compressed-json.ts';
import { syncRoute } from '../sync-route.ts';
import { readPayload } from './read-payload.ts';

export const POST = syncRoute(async ({ request, locals }, { actor }) => {
  const body = check('body', pushRequest, await readJson(request, MAX_PUSH_BYTES));
  return compressedJson(request, await push(locals.services, actor, body, readPayload));
});
