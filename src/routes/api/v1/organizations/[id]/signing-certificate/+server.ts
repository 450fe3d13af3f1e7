import { endpoint } from '#lib/server/http/endpoint.ts';
import {
  importSigningCertificate,
  replaceSigningCertificate
} from '#lib/server/use-cases/certificates/import-signing-certificate.ts';
import { getSigningCertificate } from '#lib/server/use-cases/certificates/signing-certificates.ts';

export const GET = endpoint('getSigningCertificate', ({ services, actor, params }) =>
  getSigningCertificate(services, actor, params.id)
);

export const PUT = endpoint('importSigningCertificate', ({ services, actor, params, body }) =>
  importSigningCertificate(services, actor, params.id, body)
);

export const DELETE = endpoint('replaceSigningCertificate', ({ services, actor, params }) =>
  replaceSigningCertificate(services, actor, params.id)
);
