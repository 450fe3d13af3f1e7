import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteAssetView, updateAssetView } from '#lib/server/use-cases/people/asset-views.ts';

export const PUT = endpoint('updateAssetView', ({ services, actor, params, body, ifMatch }) =>
  updateAssetView(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteAssetView', ({ services, actor, params }) =>
  deleteAssetView(services, actor, params.id)
);
