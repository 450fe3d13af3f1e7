import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createProcedure } from '#lib/server/use-cases/procedures/create-procedure.ts';
import { listProcedures } from '#lib/server/use-cases/procedures/read-procedures.ts';

export const GET = endpoint('listProcedures', async ({ services, actor, query }) =>
  pageReply(await listProcedures(services, actor, query))
);

export const POST = endpoint('createProcedure', ({ services, actor, body }) => createProcedure(services, actor, body));
