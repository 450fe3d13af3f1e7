import { endpoint } from '#lib/server/http/endpoint.ts';
import { getRevision } from '#lib/server/use-cases/procedures/revisions.ts';

export const GET = endpoint('getProcedureRevision', ({ services, actor, params }) =>
  getRevision(services, actor, params.id, params.revision)
);
