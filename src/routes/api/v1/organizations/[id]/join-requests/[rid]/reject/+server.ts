import { endpoint } from '#lib/server/http/endpoint.ts';
import { rejectJoinRequest } from '#lib/server/use-cases/organizations/decide-join-request.ts';

export const POST = endpoint('rejectJoinRequest', ({ services, actor, params }) =>
  rejectJoinRequest(services, actor, { organizationId: params.id, requestId: params.rid })
);
