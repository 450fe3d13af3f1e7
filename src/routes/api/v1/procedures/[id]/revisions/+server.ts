import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listRevisions } from '#lib/server/use-cases/procedures/revisions.ts';

export const GET = endpoint('listProcedureRevisions', async ({ services, actor, params, query }) =>
  pageReply(await listRevisions(services, actor, params.id, query))
);
