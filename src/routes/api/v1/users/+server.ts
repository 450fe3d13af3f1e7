import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createUser } from '#lib/server/use-cases/people/create-user.ts';
import { listUsers } from '#lib/server/use-cases/people/read-users.ts';

export const GET = endpoint('listUsers', async ({ services, actor, query }) =>
  pageReply(await listUsers(services, actor, query))
);

export const POST = endpoint('createUser', ({ services, actor, body }) => createUser(services, actor, body));
