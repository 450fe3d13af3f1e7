import { sql, type FragmentSqlToken } from 'slonik';

/**
 * The condition that the caller may read records of an organization (specification 2.1, 5): app_may_read, from sets
 * that a query evaluates once for all rows. `organization` is a column; rows with null are for every signed-in user.
 */
export const mayRead = (organization: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  (SELECT app_sees_all())
  OR ${organization} = ANY ((SELECT app_organizations())::uuid[])
  OR ${organization} = ANY ((SELECT app_public_organizations())::uuid[])
  OR (${organization} IS NULL AND (SELECT app_user_id()) IS NOT NULL))`;
