import { endpoint } from '#lib/server/http/endpoint.ts';
import { ledOn } from '#lib/server/http/oidc-step.ts';
import { beginIdentity } from '#lib/server/use-cases/accounts/begin-oidc.ts';
import { listIdentities } from '#lib/server/use-cases/accounts/own-identities.ts';

export const GET = endpoint('listIdentities', ({ services, actor }) => listIdentities(services, actor));

export const POST = endpoint('beginIdentity', async ({ services, actor, sessionId, body }) =>
  ledOn(await beginIdentity(services, actor, sessionId, body), services.origin)
);
