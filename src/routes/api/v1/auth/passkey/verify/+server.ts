import { endpoint } from '#lib/server/http/endpoint.ts';
import { signInWithPasskey } from '#lib/server/use-cases/accounts/passkey-sign-in.ts';

export const POST = endpoint('signInWithPasskey', ({ services, client, body }) =>
  signInWithPasskey(services, client(), body)
);
