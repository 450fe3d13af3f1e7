import { endpoint } from '#lib/server/http/endpoint.ts';
import { getUser } from '#lib/server/use-cases/people/get-user.ts';

export const GET = endpoint('getUser', ({ services, actor, params }) => getUser(services, actor, params.id));
