import { endpoint } from '#lib/server/http/endpoint.ts';
import { getAsset } from '#lib/server/use-cases/assets/read-assets.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';

export const GET = endpoint('getAsset', ({ services, actor, params, query }) =>
  getAsset(services, actor, { ref: params.ref, organizationId: query.organization_id })
);

export const PUT = endpoint('updateAsset', ({ services, actor, params, query, body, ifMatch }) =>
  updateAsset(services, actor, { ref: params.ref, organizationId: query.organization_id }, body, ifMatch)
);

export const DELETE = endpoint('retireAsset', ({ services, actor, params, query, body }) =>
  retireAsset(services, actor, { ref: params.ref, organizationId: query.organization_id }, body)
);
