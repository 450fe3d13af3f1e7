import { endpoint } from '#lib/server/http/endpoint.ts';
import { returnCalibration } from '#lib/server/use-cases/calibrations/return-calibration.ts';

export const POST = endpoint('returnCalibration', ({ services, actor, params, body }) =>
  returnCalibration(services, actor, params.id, body.reason)
);
