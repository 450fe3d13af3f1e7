import { endpoint } from '#lib/server/http/endpoint.ts';
import { resetPassword } from '#lib/server/use-cases/accounts/reset-password.ts';

export const POST = endpoint('resetPassword', ({ services, client, body }) => resetPassword(services, client(), body));
