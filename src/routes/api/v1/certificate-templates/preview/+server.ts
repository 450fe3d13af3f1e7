import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { previewTemplate } from '#lib/server/use-cases/certificate-templates/preview-template.ts';

export const POST = endpoint('previewCertificateTemplate', async ({ services, actor, body, hungUp }) =>
  fileAnswer(await previewTemplate(services, actor, body, hungUp), 'application/pdf', 'preview.pdf')
);
