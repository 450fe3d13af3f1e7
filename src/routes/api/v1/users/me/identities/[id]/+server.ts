import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteIdentity } from '#lib/server/use-cases/accounts/own-identities.ts';

export const DELETE = endpoint('deleteIdentity', ({ services, actor, sessionId, params }) =>
  deleteIdentity(services, actor, sessionId, params.id)
);
