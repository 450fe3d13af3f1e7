import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { receiveFile } from '#lib/server/http/receive-file.ts';
import { LARGEST_IMPORT } from '#lib/contracts/exchange.ts';
import { importAssets } from '#lib/server/use-cases/exchange/import-assets.ts';

export const POST = endpoint('importAssets', async ({ services, actor, query, request }) =>
  accepted(await importAssets(services, actor, query, (path) => receiveFile(request, path, LARGEST_IMPORT)))
);
