import { endpoint } from '#lib/server/http/endpoint.ts';
import { carriedBy, redirected } from '#lib/server/http/oidc-step.ts';
import { finishOidc } from '#lib/server/use-cases/accounts/oidc-round.ts';

export const GET = endpoint('finishOidc', async ({ services, client, request, url }) =>
  redirected(await finishOidc(services, client(), url.search, carriedBy(request, services.origin)), services.origin)
);
