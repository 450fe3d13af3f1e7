import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteAssetPhoto, putAssetPhoto } from '#lib/server/use-cases/assets/asset-photo.ts';

export const PUT = endpoint('putAssetPhoto', ({ services, actor, params, query, upload }) =>
  putAssetPhoto(
    services,
    actor,
    { ref: params.ref, organizationId: query.organization_id },
    { ...upload, id: query.upload_id }
  )
);

export const DELETE = endpoint('deleteAssetPhoto', ({ services, actor, params, query }) =>
  deleteAssetPhoto(services, actor, { ref: params.ref, organizationId: query.organization_id })
);
