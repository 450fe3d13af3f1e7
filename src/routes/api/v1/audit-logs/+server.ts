import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';

export const GET = endpoint('listAuditLogs', async ({ services, actor, query }) =>
  pageReply(await listAuditLogs(services, actor, query))
);
