import { endpoint } from '#lib/server/http/endpoint.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { listAttachments } from '#lib/server/use-cases/attachments/list-attachments.ts';

export const GET = endpoint('listAssetFiles', ({ services, actor, params, query }) =>
  listAttachments(services, actor, { asset: { ref: params.ref, organizationId: query.organization_id } })
);

export const POST = endpoint('addAssetFile', ({ services, actor, params, query, upload }) =>
  addAttachment(
    services,
    actor,
    { asset: { ref: params.ref, organizationId: query.organization_id } },
    { name: query.name, receive: upload }
  )
);
