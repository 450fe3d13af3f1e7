import { endpoint } from '#lib/server/http/endpoint.ts';
import { putBackIntoService, takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';

export const POST = endpoint('takeAssetOutOfService', ({ services, actor, params, query, body }) =>
  takeOutOfService(services, actor, { ref: params.ref, organizationId: query.organization_id }, body)
);

export const DELETE = endpoint('putAssetBackIntoService', ({ services, actor, params, query }) =>
  putBackIntoService(services, actor, { ref: params.ref, organizationId: query.organization_id })
);
