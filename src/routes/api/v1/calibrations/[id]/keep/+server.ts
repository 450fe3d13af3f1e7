import { endpoint } from '#lib/server/http/endpoint.ts';
import { keepCalibration } from '#lib/server/use-cases/calibrations/keep-calibration.ts';

export const POST = endpoint('keepCalibration', ({ services, actor, params, body }) =>
  keepCalibration(services, actor, params.id, body.reason)
);
