import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { exportInstallation } from '#lib/server/use-cases/whole-installation/export-installation.ts';

export const POST = endpoint('exportDatabase', async ({ services, actor }) =>
  accepted(await exportInstallation(services, actor))
);
