import { endpoint } from '#lib/server/http/endpoint.ts';
import { getRecall } from '#lib/server/use-cases/recalls/get-recall.ts';

export const GET = endpoint('getRecall', ({ services, actor, params }) => getRecall(services, actor, params.id));
