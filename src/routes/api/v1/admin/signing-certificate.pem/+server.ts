import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { getSigningCertificatePem } from '#lib/server/use-cases/certificates/signing-certificates.ts';

export const GET = endpoint('getInstanceSigningCertificatePem', async ({ services, actor }) =>
  fileAnswer(await getSigningCertificatePem(services, actor, null), 'application/x-pem-file', 'signing-certificate.pem')
);
