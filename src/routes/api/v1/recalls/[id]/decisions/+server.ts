import { endpoint } from '#lib/server/http/endpoint.ts';
import { decideRecall } from '#lib/server/use-cases/recalls/decide-recall.ts';

export const POST = endpoint('decideRecall', ({ services, actor, params, body }) =>
  decideRecall(services, actor, params.id, body)
);
