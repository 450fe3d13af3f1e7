import { endpoint } from '#lib/server/http/endpoint.ts';
import { readDccFile } from '#lib/server/use-cases/certificates/read-dcc-file.ts';

export const POST = endpoint('readDcc', ({ upload, query }) => readDccFile(upload.bytes, query.language));
