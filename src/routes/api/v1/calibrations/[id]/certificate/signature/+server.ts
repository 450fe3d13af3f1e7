import { endpoint } from '#lib/server/http/endpoint.ts';
import { getCertificateSignature } from '#lib/server/use-cases/certificates/get-signature.ts';

export const GET = endpoint('getCertificateSignature', ({ services, actor, params }) =>
  getCertificateSignature(services, actor, params.id)
);
