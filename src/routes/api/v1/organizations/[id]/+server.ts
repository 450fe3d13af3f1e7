import { endpoint } from '#lib/server/http/endpoint.ts';
import { deactivateOrganization } from '#lib/server/use-cases/organizations/deactivate-organization.ts';
import { getOrganization } from '#lib/server/use-cases/organizations/read-organizations.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';

export const GET = endpoint('getOrganization', ({ services, actor, params }) =>
  getOrganization(services, actor, params.id)
);

export const PUT = endpoint('updateOrganization', ({ services, actor, params, body, ifMatch }) =>
  updateOrganization(services, actor, params.id, body, ifMatch)
);

export const DELETE = endpoint('deactivateOrganization', ({ services, actor, params }) =>
  deactivateOrganization(services, actor, params.id)
);
