import { endpoint } from '#lib/server/http/endpoint.ts';
import { approveJoinRequest } from '#lib/server/use-cases/organizations/decide-join-request.ts';

export const POST = endpoint('approveJoinRequest', ({ services, actor, params }) =>
  approveJoinRequest(services, actor, { organizationId: params.id, requestId: params.rid })
);
