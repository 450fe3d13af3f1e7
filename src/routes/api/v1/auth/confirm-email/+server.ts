import { endpoint } from '#lib/server/http/endpoint.ts';
import { confirmEmail } from '#lib/server/use-cases/accounts/confirm-email.ts';

export const POST = endpoint('confirmEmail', ({ services, client, body }) =>
  confirmEmail(services, client(), body.token)
);
