import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSigningCertificate } from '#lib/server/use-cases/certificates/signing-certificates.ts';

export const GET = endpoint('getSigningCertificate', ({ services, actor, params }) =>
  getSigningCertificate(services, actor, params.id)
);
