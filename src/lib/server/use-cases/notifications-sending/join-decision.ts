import { findRequestToTell } from '#lib/server/db/join-requests.ts';
import type { FindNotices } from './notice.ts';

/** For who asked to join: what was decided (specification 6). */
export const joinDecision: FindNotices<'join_decision'> = async (tx, { organization_id, join_request_id }) => {
  const request = await findRequestToTell(tx, organization_id, join_request_id);
  if (request === null || !['approved', 'rejected'].includes(request.state)) return [];
  const { user_id, organization, state } = request;
  return [
    {
      parameters: { organization, accepted: state === 'approved' },
      eventKey: `join_decision:${join_request_id}`,
      people: [user_id],
      assetId: null,
      organizationId: organization_id
    }
  ];
};
