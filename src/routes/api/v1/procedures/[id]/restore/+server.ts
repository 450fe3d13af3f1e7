import { endpoint } from '#lib/server/http/endpoint.ts';
import { restoreProcedure } from '#lib/server/use-cases/procedures/retire-procedure.ts';

export const POST = endpoint('restoreProcedure', ({ services, actor, params }) =>
  restoreProcedure(services, actor, params.id)
);
