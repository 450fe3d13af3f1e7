import { endpoint } from '#lib/server/http/endpoint.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import { listOrganizations } from '#lib/server/use-cases/organizations/read-organizations.ts';

export const GET = endpoint('listOrganizations', ({ services, actor, query }) =>
  listOrganizations(services, actor, query)
);

export const POST = endpoint('createOrganization', ({ services, actor, body }) =>
  createOrganization(services, actor, body)
);
