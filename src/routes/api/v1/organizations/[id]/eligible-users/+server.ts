import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listEligibleUsers } from '#lib/server/use-cases/organizations/list-eligible-users.ts';

export const GET = endpoint('listEligibleUsers', async ({ services, actor, params, query }) =>
  pageReply(await listEligibleUsers(services, actor, params.id, query))
);
