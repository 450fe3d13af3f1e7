import { endpoint } from '#lib/server/http/endpoint.ts';
import { verifyAuditLogs } from '#lib/server/use-cases/audit/verify-audit-logs.ts';

export const GET = endpoint('verifyAuditLogs', ({ services, actor, query }) => verifyAuditLogs(services, actor, query));
