import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { getAuthorityCertificate } from '#lib/server/use-cases/certificates/read-authority.ts';

export const GET = endpoint('getAuthorityCertificate', async ({ services, params }) =>
  fileAnswer(await getAuthorityCertificate(services, params.id), 'application/pkix-cert', 'plumbline-ca.crt')
);
