import type { FindNotices } from './notice.ts';

/** For the person themselves, whatever their preferences: it may not have been them. */
export const secondFactorChanged: FindNotices<'second_factor_changed'> = (_tx, { change_id, user_id, ...parameters }) =>
  Promise.resolve([
    {
      parameters,
      eventKey: `second_factor_changed:${change_id}`,
      people: [user_id],
      assetId: null,
      organizationId: null
    }
  ]);
