import { endpoint } from '#lib/server/http/endpoint.ts';
import { downloadAnswer } from '#lib/server/http/file-answer.ts';
import { downloadOperation } from '#lib/server/use-cases/long-work/own-operations.ts';

export const GET = endpoint('downloadOperation', async ({ services, params, query }) => {
  const file = await downloadOperation(services, params.id, query.token);
  return downloadAnswer(file, file.name.endsWith('.pdf') ? 'application/pdf' : 'application/zip');
});
