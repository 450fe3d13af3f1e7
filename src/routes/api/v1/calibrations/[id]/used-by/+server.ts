import { endpoint } from '#lib/server/http/endpoint.ts';
import { listUsedBy } from '#lib/server/use-cases/traceability/list-used-by.ts';

export const GET = endpoint('listUsedBy', ({ services, actor, params, query }) =>
  listUsedBy(services, actor, params.id, query.depth)
);
