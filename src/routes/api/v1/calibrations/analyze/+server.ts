import { endpoint } from '#lib/server/http/endpoint.ts';
import { analyzePoints } from '#lib/server/use-cases/calibrations/analyze-points.ts';

export const POST = endpoint('analyze', ({ services, actor, body, hungUp }) =>
  analyzePoints(services, actor, body, hungUp)
);
