import { endpoint } from '#lib/server/http/endpoint.ts';
import { answerReturn } from '#lib/server/use-cases/calibrations/return-calibration.ts';

export const POST = endpoint('answerReturn', ({ services, actor, params, body }) =>
  answerReturn(services, actor, params.id, body.answer)
);
