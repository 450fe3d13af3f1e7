import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { listJoinRequests } from '#lib/server/use-cases/organizations/decide-join-request.ts';
import { requestToJoin } from '#lib/server/use-cases/organizations/join-requests.ts';

export const GET = endpoint('listJoinRequests', async ({ services, actor, params, query }) =>
  pageReply(await listJoinRequests(services, actor, params.id, query))
);

export const POST = endpoint('requestToJoin', ({ services, actor, params }) =>
  requestToJoin(services, actor, params.id)
);
