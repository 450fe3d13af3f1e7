import { sql, type FragmentSqlToken } from 'slonik';

/**
 * The condition that the caller may read what belongs to an organization (specification 2.1, 5): app_may_read, made of sets that
 * a query asks for once, however many rows it meets. `organization` is a column; null in it belongs to everybody who is signed in.
 */
export const mayRead = (organization: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  (SELECT app_sees_all())
  OR ${organization} = ANY ((SELECT app_organizations())::uuid[])
  OR ${organization} = ANY ((SELECT app_public_organizations())::uuid[])
  OR (${organization} IS NULL AND (SELECT app_user_id()) IS NOT NULL))`;
