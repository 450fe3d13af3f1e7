import { endpoint } from '#lib/server/http/endpoint.ts';
import { restoreOrganization } from '#lib/server/use-cases/organizations/deactivate-organization.ts';

export const POST = endpoint('restoreOrganization', ({ services, actor, params }) =>
  restoreOrganization(services, actor, params.id)
);
