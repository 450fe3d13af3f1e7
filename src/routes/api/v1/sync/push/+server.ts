import { compressedJson } from '#lib/server/http/compressed.ts';
import { deviceRoute } from '#lib/server/http/device-route.ts';
import { readJson } from '#lib/server/http/read-json.ts';
import { check } from '#lib/server/reading/check.ts';
import { MAX_PUSH_BYTES, MAX_PUSH_VALUES } from '#sync/protocol/limits.ts';
import { pushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { SYNC_PROTOCOL } from '../protocol-version.ts';

export const POST = deviceRoute(SYNC_PROTOCOL, async ({ request, locals }, { actor }) => {
  const body = check('body', pushRequest, await readJson(request, MAX_PUSH_BYTES, MAX_PUSH_VALUES));
  const { reading } = locals.services;
  const readPayload = (text: string) => reading.read('createCalibration', Buffer.from(text));
  return compressedJson(request, JSON.stringify(await push(locals.services, actor, body, readPayload)));
});
