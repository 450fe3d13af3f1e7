import { endpoint } from '#lib/server/http/endpoint.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { listAttachments } from '#lib/server/use-cases/attachments/list-attachments.ts';

export const GET = endpoint('listProcedureFiles', ({ services, actor, params }) =>
  listAttachments(services, actor, { procedure: params.id })
);

export const POST = endpoint('addProcedureFile', ({ services, actor, params, query, upload }) =>
  addAttachment(services, actor, { procedure: params.id }, { name: query.name, receive: upload })
);
