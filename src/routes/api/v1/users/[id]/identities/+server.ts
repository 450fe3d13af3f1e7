import { endpoint } from '#lib/server/http/endpoint.ts';
import { listIdentitiesOf } from '#lib/server/use-cases/people/identities-of.ts';

export const GET = endpoint('listIdentitiesOf', ({ services, actor, params }) =>
  listIdentitiesOf(services, actor, params.id)
);
