import { endpoint } from '#lib/server/http/endpoint.ts';
import { fileAnswer } from '#lib/server/http/file-answer.ts';
import { getSigningCertificatePem } from '#lib/server/use-cases/certificates/signing-certificates.ts';

export const GET = endpoint('getSigningCertificatePem', async ({ services, actor, params }) => {
  const pem = await getSigningCertificatePem(services, actor, params.id);
  return fileAnswer(pem, 'application/x-pem-file', 'signing-certificate.pem');
});
