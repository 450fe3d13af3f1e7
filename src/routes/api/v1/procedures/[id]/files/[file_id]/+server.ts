import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteAttachment } from '#lib/server/use-cases/attachments/delete-attachment.ts';

export const DELETE = endpoint('deleteProcedureFile', ({ services, actor, params }) =>
  deleteAttachment(services, actor, { procedure: params.id }, params.file_id)
);
