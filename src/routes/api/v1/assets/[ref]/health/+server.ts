import { endpoint } from '#lib/server/http/endpoint.ts';
import { getAssetHealth } from '#lib/server/use-cases/calibrations/asset-health.ts';

export const GET = endpoint('getAssetHealth', ({ services, actor, params, query }) =>
  getAssetHealth(services, actor, {
    ref: params.ref,
    organizationId: query.organization_id,
    channelId: query.channel_id
  })
);
