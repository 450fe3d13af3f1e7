import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listRecalls } from '#lib/server/use-cases/recalls/get-recall.ts';

export const GET = endpoint('listRecalls', async ({ services, actor, query }) =>
  pageReply(await listRecalls(services, actor, query))
);
