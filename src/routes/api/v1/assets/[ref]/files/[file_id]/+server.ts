import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteAttachment } from '#lib/server/use-cases/attachments/delete-attachment.ts';

export const DELETE = endpoint('deleteAssetFile', ({ services, actor, params, query }) =>
  deleteAttachment(
    services,
    actor,
    { asset: { ref: params.ref, organizationId: query.organization_id } },
    params.file_id
  )
);
