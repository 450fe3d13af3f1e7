import { pageReply } from '#lib/server/http/answer.ts';
import { endpoint } from '#lib/server/http/endpoint.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { listLocations } from '#lib/server/use-cases/locations/read-locations.ts';

export const GET = endpoint('listLocations', async ({ services, actor, query }) =>
  pageReply(await listLocations(services, actor, query))
);

export const POST = endpoint('createLocation', ({ services, actor, body }) => createLocation(services, actor, body));
