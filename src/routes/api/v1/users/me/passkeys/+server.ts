import { endpoint } from '#lib/server/http/endpoint.ts';
import { createPasskey, listPasskeys } from '#lib/server/use-cases/accounts/own-passkeys.ts';

export const GET = endpoint('listPasskeys', ({ services, actor }) => listPasskeys(services, actor));

export const POST = endpoint('createPasskey', ({ services, actor, sessionId, body }) =>
  createPasskey(services, actor, sessionId, body)
);
