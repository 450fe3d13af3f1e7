import { endpoint } from '#lib/server/http/endpoint.ts';
import { listTemplatesOfCalibration } from '#lib/server/use-cases/certificate-templates/read-templates.ts';

export const GET = endpoint('listTemplatesOfCalibration', ({ services, actor, params }) =>
  listTemplatesOfCalibration(services, actor, params.id)
);
