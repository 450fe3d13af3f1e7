import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createTemplate } from '#lib/server/use-cases/certificate-templates/create-template.ts';
import { listTemplates } from '#lib/server/use-cases/certificate-templates/read-templates.ts';

export const GET = endpoint('listCertificateTemplates', async ({ services, actor, query }) =>
  pageReply(await listTemplates(services, actor, query))
);

export const POST = endpoint('createCertificateTemplate', ({ services, actor, body }) =>
  createTemplate(services, actor, body)
);
