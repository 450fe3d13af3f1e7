import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listAssetMoves } from '#lib/server/use-cases/assets/list-asset-moves.ts';

export const GET = endpoint('listAssetMoves', async ({ services, actor, params, query }) => {
  const asset = { ref: params.ref, organizationId: query.organization_id };
  return pageReply(await listAssetMoves(services, actor, asset, query));
});
