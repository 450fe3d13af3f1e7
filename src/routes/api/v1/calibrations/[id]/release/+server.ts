import { endpoint } from '#lib/server/http/endpoint.ts';
import { releaseCalibration } from '#lib/server/use-cases/calibrations/release-calibration.ts';

export const POST = endpoint('releaseCalibration', ({ services, actor, params, body }) =>
  releaseCalibration(services, actor, params.id, body)
);
