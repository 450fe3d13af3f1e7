import { endpoint } from '#lib/server/http/endpoint.ts';
import { register } from '#lib/server/use-cases/accounts/register.ts';

export const POST = endpoint('register', ({ services, client, body }) => register(services, client(), body));
