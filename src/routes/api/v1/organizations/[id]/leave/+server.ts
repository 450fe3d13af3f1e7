import { endpoint } from '#lib/server/http/endpoint.ts';
import { leaveOrganization } from '#lib/server/use-cases/organizations/end-membership.ts';

export const POST = endpoint('leaveOrganization', ({ services, actor, params }) =>
  leaveOrganization(services, actor, params.id)
);
