import { endpoint } from '#lib/server/http/endpoint.ts';
import { beginPasskey } from '#lib/server/use-cases/accounts/own-passkeys.ts';

export const POST = endpoint('beginPasskey', ({ services, actor, sessionId }) =>
  beginPasskey(services, actor, sessionId)
);
