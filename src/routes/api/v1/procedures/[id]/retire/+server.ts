import { endpoint } from '#lib/server/http/endpoint.ts';
import { retireProcedure } from '#lib/server/use-cases/procedures/retire-procedure.ts';

export const POST = endpoint('retireProcedure', ({ services, actor, params }) =>
  retireProcedure(services, actor, params.id)
);
