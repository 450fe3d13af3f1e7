import { endpoint } from '#lib/server/http/endpoint.ts';
import { getCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';

export const GET = endpoint('getCalibration', ({ services, actor, params }) =>
  getCalibration(services, actor, params.id)
);

export const DELETE = endpoint('voidCalibration', ({ services, actor, params, query, body }) =>
  voidCalibration(services, actor, params.id, body?.reason || query.reason || null)
);
