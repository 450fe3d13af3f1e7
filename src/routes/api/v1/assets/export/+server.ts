import { accepted } from '#lib/server/http/accepted.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { exportAssets } from '#lib/server/use-cases/exchange/export-assets.ts';

export const GET = endpoint('exportAssets', async ({ services, actor, query }) =>
  accepted(await exportAssets(services, actor, query))
);

export const POST = endpoint('exportSelectedAssets', async ({ services, actor, body }) =>
  accepted(await exportAssets(services, actor, body))
);
