import { countRequestsOfDay, findRequestToTell } from '#lib/server/db/join-requests.ts';
import { findAdmins } from '#lib/server/db/memberships.ts';
import type { FindNotices } from './notice.ts';

/** How many requests of one person to one organization are reported in a day. */
const MOST_A_DAY = 3;

/**
 * For every admin of the organization that somebody asks to join (specification 6). A request that was decided or withdrawn is told to
 * nobody; nor is another one of somebody who asks and withdraws again and again: it waits on the organization's page.
 */
export const joinRequest: FindNotices<'join_request'> = async (tx, { organization_id, join_request_id }) => {
  const request = await findRequestToTell(tx, organization_id, join_request_id);
  if (request?.state !== 'pending') return [];
  if ((await countRequestsOfDay(tx, organization_id, join_request_id)) > MOST_A_DAY) return [];
  const { person, organization } = request;
  return [
    {
      parameters: { person, organization },
      eventKey: `join_request:${join_request_id}`,
      people: await findAdmins(tx, organization_id),
      assetId: null,
      organizationId: organization_id
    }
  ];
};
