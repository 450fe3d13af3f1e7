import { pageReply, reply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createCalibration } from '#lib/server/use-cases/calibrations/create-calibration.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';

export const GET = endpoint('listCalibrations', async ({ services, actor, query }) =>
  pageReply(await listCalibrations(services, actor, query))
);

export const POST = endpoint('createCalibration', async ({ services, actor, body }) => {
  const { created, calibration } = await createCalibration(services, actor, body);
  return reply(created ? 201 : 200, calibration);
});
