import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { downloadDcc } from '#lib/server/use-cases/certificates/download-dcc.ts';

export const GET = endpoint('downloadDcc', async ({ services, actor, params }) => {
  const { xml, filename } = await downloadDcc(services, actor, params.id);
  return fileAnswer(xml, 'application/xml', filename);
});
