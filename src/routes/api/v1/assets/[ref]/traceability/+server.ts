import { endpoint } from '#lib/server/http/endpoint.ts';
import { getTraceability } from '#lib/server/use-cases/traceability/get-traceability.ts';

export const GET = endpoint('getTraceability', ({ services, actor, params, query }) =>
  getTraceability(services, actor, {
    ref: params.ref,
    organizationId: query.organization_id,
    channelId: query.channel_id,
    calibrationId: query.calibration_id,
    depth: query.depth
  })
);
