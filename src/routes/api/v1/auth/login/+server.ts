import { endpoint } from '#lib/server/http/endpoint.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';

export const POST = endpoint('login', ({ services, client, body }) => logIn(services, client(), body));
