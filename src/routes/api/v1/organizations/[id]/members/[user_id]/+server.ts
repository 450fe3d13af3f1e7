import { endpoint } from '#lib/server/http/endpoint.ts';
import { changeMember } from '#lib/server/use-cases/organizations/change-member.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';

export const PUT = endpoint('changeMember', ({ services, actor, params, body }) =>
  changeMember(services, actor, { organizationId: params.id, userId: params.user_id }, body)
);

export const DELETE = endpoint('removeMember', ({ services, actor, params }) =>
  removeMember(services, actor, { organizationId: params.id, userId: params.user_id })
);
