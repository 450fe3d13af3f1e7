import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteUser } from '#lib/server/use-cases/people/delete-user.ts';
import { getUser } from '#lib/server/use-cases/people/read-users.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';

export const GET = endpoint('getUser', ({ services, actor, params }) => getUser(services, actor, params.id));

export const PUT = endpoint('updateUser', ({ services, actor, params, body, ifMatch }) =>
  updateUser(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteUser', ({ services, actor, params }) => deleteUser(services, actor, params.id));
