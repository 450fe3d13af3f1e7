import { endpoint } from '#lib/server/http/endpoint.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';

export const GET = endpoint('getMe', ({ services, actor }) => getMe(services, actor));

export const PATCH = endpoint('updateMe', ({ services, actor, sessionId, body, ifMatch }) =>
  updateMe(services, actor, sessionId, body, ifMatch)
);
