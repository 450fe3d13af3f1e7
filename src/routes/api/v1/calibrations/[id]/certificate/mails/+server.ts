import { endpoint } from '#lib/server/http/endpoint.ts';
import { listCertificateMails } from '#lib/server/use-cases/certificate-mails/list-mails.ts';
import { sendCertificate } from '#lib/server/use-cases/certificate-mails/send-certificate.ts';

export const GET = endpoint('listCertificateMails', ({ services, actor, params }) =>
  listCertificateMails(services, actor, params.id)
);

export const POST = endpoint('sendCertificate', ({ services, actor, params, body }) =>
  sendCertificate(services, actor, params.id, body)
);
