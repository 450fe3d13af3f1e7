import { endpoint } from '#lib/server/http/endpoint.ts';
import { carriedBy } from '#lib/server/http/oidc-step.ts';
import { linkOidc } from '#lib/server/use-cases/accounts/oidc-sign-in.ts';

export const POST = endpoint('linkOidc', ({ services, client, request, body }) =>
  linkOidc(services, client(), carriedBy(request, services.origin), body)
);
