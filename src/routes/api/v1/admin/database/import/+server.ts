import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { receiveInstallation } from '#lib/server/http/receive-installation.ts';
import { importInstallation } from '#lib/server/use-cases/whole-installation/import-installation.ts';

export const POST = endpoint('importDatabase', async ({ services, actor, query, request }) =>
  accepted(await importInstallation(services, actor, query, (path) => receiveInstallation(request, path, query)))
);
