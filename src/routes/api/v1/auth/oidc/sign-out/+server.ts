import { endpoint } from '#lib/server/http/endpoint.ts';
import { getOidcSignOut } from '#lib/server/use-cases/accounts/oidc-sign-out.ts';

export const GET = endpoint('getOidcSignOut', ({ services, actor, sessionId }) =>
  getOidcSignOut(services, actor, sessionId)
);
