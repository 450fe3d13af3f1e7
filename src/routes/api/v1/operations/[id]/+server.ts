import { endpoint } from '#lib/server/http/endpoint.ts';
import { cancelOperation, getOperation } from '#lib/server/use-cases/long-work/own-operations.ts';

export const GET = endpoint('getOperation', ({ services, actor, params }) => getOperation(services, actor, params.id));

export const DELETE = endpoint('cancelOperation', ({ services, actor, params, query }) =>
  cancelOperation(services, actor, params.id, query)
);
