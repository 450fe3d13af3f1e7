import { endpoint } from '#lib/server/http/endpoint.ts';
import { redirected } from '#lib/server/http/oidc-step.ts';
import { startOidc } from '#lib/server/use-cases/accounts/oidc-round.ts';

export const GET = endpoint('startOidc', async ({ services, query: { next, remember } }) =>
  redirected(await startOidc(services, { next, remember: remember === '1' }), services.origin)
);
