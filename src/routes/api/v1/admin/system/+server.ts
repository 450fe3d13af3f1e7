import { endpoint } from '#lib/server/http/endpoint.ts';
import { readSystem } from '#lib/server/use-cases/operations/read-system.ts';

export const GET = endpoint('getSystem', ({ services, actor }) => readSystem(services, actor));
