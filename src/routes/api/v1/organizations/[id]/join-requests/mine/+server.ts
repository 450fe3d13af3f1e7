import { endpoint } from '#lib/server/http/endpoint.ts';
import { withdrawJoinRequest } from '#lib/server/use-cases/organizations/join-requests.ts';

export const DELETE = endpoint('withdrawJoinRequest', ({ services, actor, params }) =>
  withdrawJoinRequest(services, actor, params.id)
);
