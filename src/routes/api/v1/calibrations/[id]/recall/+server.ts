import { endpoint } from '#lib/server/http/endpoint.ts';
import { startRecall } from '#lib/server/use-cases/recalls/start-recall.ts';

export const POST = endpoint('startRecall', ({ services, actor, params, body }) =>
  startRecall(services, actor, params.id, body)
);
