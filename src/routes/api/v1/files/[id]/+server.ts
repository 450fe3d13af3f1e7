import { isSignedFilePath } from '#lib/server/http/file-paths.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { streamAnswer } from '#lib/server/http/file-answer.ts';
import { noSuchFile, readFile } from '#lib/server/use-cases/files/read-file.ts';

export const GET = endpoint('getFile', async ({ services, params, query }) => {
  if (!isSignedFilePath(params.id, query, services)) throw noSuchFile();
  return streamAnswer(await readFile(services, params.id));
});
