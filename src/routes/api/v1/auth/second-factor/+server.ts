import { endpoint } from '#lib/server/http/endpoint.ts';
import { signInWithSecondFactor } from '#lib/server/use-cases/accounts/second-factor-sign-in.ts';

export const POST = endpoint('signInWithSecondFactor', ({ services, client, body }) =>
  signInWithSecondFactor(services, client(), body)
);
