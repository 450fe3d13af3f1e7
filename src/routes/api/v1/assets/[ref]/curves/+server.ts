import { endpoint } from '#lib/server/http/endpoint.ts';
import { compareAssetCurves } from '#lib/server/use-cases/calibrations/asset-health.ts';

export const GET = endpoint('compareAssetCurves', ({ services, actor, params, query }) =>
  compareAssetCurves(services, actor, {
    ref: params.ref,
    organizationId: query.organization_id,
    channelId: query.channel_id,
    ids: query.ids
  })
);
