import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listAssetAuditLogs } from '#lib/server/use-cases/audit/list-asset-audit-logs.ts';

export const GET = endpoint('listAssetAuditLogs', async ({ services, actor, params, query }) => {
  const asset = { ref: params.ref, organizationId: query.organization_id };
  return pageReply(await listAssetAuditLogs(services, actor, asset, query));
});
