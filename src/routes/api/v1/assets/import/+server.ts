import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { receiveImport } from '#lib/server/http/receive-import.ts';
import { importAssets } from '#lib/server/use-cases/exchange/import-assets.ts';

export const POST = endpoint('importAssets', async ({ services, actor, query, request }) =>
  accepted(await importAssets(services, actor, query, (path) => receiveImport(request, path)))
);
