import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { listAssets } from '#lib/server/use-cases/assets/read-assets.ts';

export const GET = endpoint('listAssets', async ({ services, actor, query }) =>
  pageReply(await listAssets(services, actor, query))
);

export const POST = endpoint('createAsset', ({ services, actor, body }) => createAsset(services, actor, body));
