import { endpoint } from '#lib/server/http/endpoint.ts';
import { carriedBy } from '#lib/server/http/oidc-step.ts';
import { signInWithOidc } from '#lib/server/use-cases/accounts/oidc-sign-in.ts';

export const POST = endpoint('signInWithOidc', ({ services, client, request }) =>
  signInWithOidc(services, client(), carriedBy(request, services.origin))
);
