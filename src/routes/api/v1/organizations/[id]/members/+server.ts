import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { addMember } from '#lib/server/use-cases/organizations/add-member.ts';
import { listMembers } from '#lib/server/use-cases/organizations/list-members.ts';

export const GET = endpoint('listMembers', async ({ services, actor, params, query }) =>
  pageReply(await listMembers(services, actor, params.id, query))
);

export const POST = endpoint('addMember', ({ services, actor, params, body }) =>
  addMember(services, actor, params.id, body)
);
