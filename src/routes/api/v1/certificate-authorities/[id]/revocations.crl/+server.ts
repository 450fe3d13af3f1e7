import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { getRevocationList } from '#lib/server/use-cases/certificates/read-authority.ts';

export const GET = endpoint('getRevocationList', async ({ services, params }) =>
  fileAnswer(await getRevocationList(services, params.id), 'application/pkix-crl', 'plumbline-ca.crl')
);
