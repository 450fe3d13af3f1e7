import { endpoint } from '#lib/server/http/endpoint.ts';
import { resendVerification } from '#lib/server/use-cases/accounts/ask-for-mail.ts';

export const POST = endpoint('resendVerification', ({ services, client, body }) =>
  resendVerification(services, client(), body)
);
