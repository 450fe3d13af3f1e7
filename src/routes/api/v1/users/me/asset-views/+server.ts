import { endpoint } from '#lib/server/http/endpoint.ts';
import { createAssetView, listAssetViews } from '#lib/server/use-cases/people/asset-views.ts';

export const GET = endpoint('listAssetViews', ({ services, actor }) => listAssetViews(services, actor));

export const POST = endpoint('createAssetView', ({ services, actor, body }) => createAssetView(services, actor, body));
