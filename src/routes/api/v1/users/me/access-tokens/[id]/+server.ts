import { endpoint } from '#lib/server/http/endpoint.ts';
import { revokeAccessToken } from '#lib/server/use-cases/accounts/access-tokens.ts';

export const DELETE = endpoint('deleteAccessToken', ({ services, actor, params }) =>
  revokeAccessToken(services, actor, params.id)
);
