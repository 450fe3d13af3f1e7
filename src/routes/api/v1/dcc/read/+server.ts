import { endpoint } from '#lib/server/http/endpoint.ts';
import { readDccFile } from '#lib/server/use-cases/certificates/read-dcc-file.ts';

export const POST = endpoint('readDcc', ({ services, actor, upload, query, hungUp }) =>
  readDccFile(services, actor, { bytes: upload.bytes, language: query.language }, hungUp)
);
