import { endpoint } from '#lib/server/http/endpoint.ts';
import { proveIdentity } from '#lib/server/use-cases/accounts/prove-identity.ts';

export const POST = endpoint('proveIdentity', ({ services, actor, sessionId, body }) =>
  proveIdentity(services, actor, sessionId, body)
);
