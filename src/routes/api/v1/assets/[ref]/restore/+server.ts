import { endpoint } from '#lib/server/http/endpoint.ts';
import { restoreAsset } from '#lib/server/use-cases/assets/retire-asset.ts';

export const POST = endpoint('restoreAsset', ({ services, actor, params, query, body }) =>
  restoreAsset(services, actor, { ref: params.ref, organizationId: query.organization_id }, body)
);
