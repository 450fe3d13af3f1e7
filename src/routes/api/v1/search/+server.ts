import { endpoint } from '#lib/server/http/endpoint.ts';
import { search } from '#lib/server/use-cases/dashboard/search.ts';

export const GET = endpoint('search', ({ services, actor, query }) => search(services, actor, query.q));
