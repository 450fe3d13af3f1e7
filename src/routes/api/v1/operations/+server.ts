import { endpoint } from '#lib/server/http/endpoint.ts';
import { listOperations } from '#lib/server/use-cases/long-work/own-operations.ts';

export const GET = endpoint('listOperations', ({ services, actor }) => listOperations(services, actor));
