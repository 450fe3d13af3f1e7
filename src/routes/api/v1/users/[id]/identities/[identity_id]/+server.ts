import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteIdentityOf } from '#lib/server/use-cases/people/identities-of.ts';

export const DELETE = endpoint('deleteIdentityOf', ({ services, actor, params }) =>
  deleteIdentityOf(services, actor, params)
);
