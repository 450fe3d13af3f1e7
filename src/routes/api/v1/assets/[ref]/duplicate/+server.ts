import { endpoint } from '#lib/server/http/endpoint.ts';
import { duplicateAsset } from '#lib/server/use-cases/assets/duplicate-asset.ts';

export const POST = endpoint('duplicateAsset', ({ services, actor, params, query, body }) =>
  duplicateAsset(services, actor, { ref: params.ref, organizationId: query.organization_id }, body)
);
