import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { exportCertificates } from '#lib/server/use-cases/certificate-exports/export-certificates.ts';

export const POST = endpoint('exportCertificates', async ({ services, actor, body }) =>
  accepted(await exportCertificates(services, actor, body))
);
