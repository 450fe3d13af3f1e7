import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { compressedJson } from '#lib/server/http/compressed-json.ts';
import { deviceRoute } from '#lib/server/http/device-route.ts';
import { parseText } from '#lib/server/http/parse-text.ts';
import { readJson } from '#lib/server/http/read-json.ts';
import { check } from '#lib/server/http/validation.ts';
import { MAX_PUSH_BYTES } from '#sync/protocol/limits.ts';
import { pushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { SPOKEN } from '../spoken.ts';

export const POST = deviceRoute(SPOKEN, async ({ request, locals }, { actor }) => {
  const body = check('body', pushRequest, await readJson(request, MAX_PUSH_BYTES));
  const readPayload = (text: string) => parseText(createCalibrationBody, text);
  return compressedJson(request, await push(locals.services, actor, body, readPayload));
});
