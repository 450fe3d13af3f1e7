import { endpoint } from '#lib/server/http/endpoint.ts';
import { getSigningCertificate } from '#lib/server/use-cases/certificates/signing-certificates.ts';

export const GET = endpoint('getInstanceSigningCertificate', ({ services, actor }) =>
  getSigningCertificate(services, actor, null)
);
