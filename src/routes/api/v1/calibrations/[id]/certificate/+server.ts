import { endpoint } from '#lib/server/http/endpoint.ts';
import { getCertificate } from '#lib/server/use-cases/certificates/get-certificate.ts';

export const GET = endpoint('getCertificate', ({ services, actor, params }) =>
  getCertificate(services, actor, params.id)
);
