import { endpoint } from '#lib/server/http/endpoint.ts';
import { ledOn } from '#lib/server/http/oidc-step.ts';
import { beginOidcProof } from '#lib/server/use-cases/accounts/begin-oidc.ts';

export const POST = endpoint('beginOidcProof', async ({ services, actor, sessionId, body }) =>
  ledOn(await beginOidcProof(services, actor, sessionId, body), services.origin)
);
