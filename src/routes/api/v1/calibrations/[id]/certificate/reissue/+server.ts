import { endpoint } from '#lib/server/http/endpoint.ts';
import { reissueCertificate } from '#lib/server/use-cases/certificates/reissue-certificate.ts';

export const POST = endpoint('reissueCertificate', ({ services, actor, params, body }) =>
  reissueCertificate(services, actor, params.id, body.reason)
);
