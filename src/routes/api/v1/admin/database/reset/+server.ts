import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { resetInstallation } from '#lib/server/use-cases/whole-installation/reset-installation.ts';

export const POST = endpoint('resetDatabase', async ({ services, actor }) =>
  accepted(await resetInstallation(services, actor))
);
