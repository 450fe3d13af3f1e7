import { endpoint } from '#lib/server/http/endpoint.ts';
import { changeAssets } from '#lib/server/use-cases/assets/change-assets.ts';

export const POST = endpoint('changeAssets', ({ services, actor, query, body }) =>
  changeAssets(services, actor, body, query.organization_id)
);
