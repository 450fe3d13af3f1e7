import { endpoint } from '#lib/server/http/endpoint.ts';
import { restoreCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';

export const POST = endpoint('restoreCalibration', ({ services, actor, params }) =>
  restoreCalibration(services, actor, params.id)
);
