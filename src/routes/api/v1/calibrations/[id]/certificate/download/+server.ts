import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { downloadCertificate } from '#lib/server/use-cases/certificates/download-certificate.ts';

export const GET = endpoint('downloadCertificate', async ({ services, actor, params, query, hungUp }) => {
  const { pdf, filename } = await downloadCertificate(services, actor, params.id, query.template_id, hungUp);
  return fileAnswer(pdf, 'application/pdf', filename);
});
