import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteProcedure } from '#lib/server/use-cases/procedures/delete-procedure.ts';
import { getProcedure } from '#lib/server/use-cases/procedures/read-procedures.ts';
import { updateProcedure } from '#lib/server/use-cases/procedures/update-procedure.ts';

export const GET = endpoint('getProcedure', ({ services, actor, params }) => getProcedure(services, actor, params.id));

export const PUT = endpoint('updateProcedure', ({ services, actor, params, body, ifMatch }) =>
  updateProcedure(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteProcedure', ({ services, actor, params }) =>
  deleteProcedure(services, actor, params.id)
);
