import { endpoint } from '#lib/server/http/endpoint.ts';
import { addAttachment } from '#lib/server/use-cases/attachments/add-attachment.ts';
import { listAttachments } from '#lib/server/use-cases/attachments/list-attachments.ts';

export const GET = endpoint('listCalibrationFiles', ({ services, actor, params }) =>
  listAttachments(services, actor, { calibration: params.id })
);

export const POST = endpoint('addCalibrationFile', ({ services, actor, params, query, upload }) =>
  addAttachment(services, actor, { calibration: params.id }, { name: query.name, receive: upload })
);
