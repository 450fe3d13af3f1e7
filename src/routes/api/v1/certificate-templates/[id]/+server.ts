import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteTemplate } from '#lib/server/use-cases/certificate-templates/delete-template.ts';
import { getTemplate } from '#lib/server/use-cases/certificate-templates/read-templates.ts';
import { updateTemplate } from '#lib/server/use-cases/certificate-templates/update-template.ts';

export const GET = endpoint('getCertificateTemplate', ({ services, actor, params }) =>
  getTemplate(services, actor, params.id)
);

export const PUT = endpoint('updateCertificateTemplate', ({ services, actor, params, body, ifMatch }) =>
  updateTemplate(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteCertificateTemplate', ({ services, actor, params, ifMatch }) =>
  deleteTemplate(services, actor, params.id, ifMatch)
);
