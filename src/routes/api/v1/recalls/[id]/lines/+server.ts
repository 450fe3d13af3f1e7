import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listRecallLines } from '#lib/server/use-cases/recalls/get-recall.ts';

export const GET = endpoint('listRecallLines', async ({ services, actor, params, query }) =>
  pageReply(await listRecallLines(services, actor, params.id, query))
);
