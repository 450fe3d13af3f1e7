import { endpoint } from '#lib/server/http/endpoint.ts';
import { forgotPassword } from '#lib/server/use-cases/accounts/ask-for-mail.ts';

export const POST = endpoint('forgotPassword', ({ services, client, body }) =>
  forgotPassword(services, client(), body)
);
