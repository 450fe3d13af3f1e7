import { endpoint } from '#lib/server/http/endpoint.ts';
import { deleteLocation } from '#lib/server/use-cases/locations/delete-location.ts';
import { getLocation } from '#lib/server/use-cases/locations/read-locations.ts';
import { updateLocation } from '#lib/server/use-cases/locations/update-location.ts';

export const GET = endpoint('getLocation', ({ services, actor, params }) => getLocation(services, actor, params.id));

export const PUT = endpoint('updateLocation', ({ services, actor, params, body, ifMatch }) =>
  updateLocation(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deleteLocation', ({ services, actor, params }) =>
  deleteLocation(services, actor, params.id)
);
