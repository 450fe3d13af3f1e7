import { endpoint } from '#lib/server/http/endpoint.ts';
import { verifyEmail } from '#lib/server/use-cases/accounts/verify-email.ts';

export const GET = endpoint('verifyEmail', ({ services, client, query }) =>
  verifyEmail(services, client(), query.token)
);
