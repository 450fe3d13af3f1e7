/** The migrated database that test files clone. */
export const TEMPLATE = 'plumbline_template';

/** Owns its schema and is not a superuser, as on any managed service: what needs more rights fails in the tests first. */
export const OWNER = 'plumbline_owner';

/** The same database, as the owner of its schema. */
export function asOwner(url: string): string {
  const owned = new URL(url);
  [owned.username, owned.password] = [OWNER, OWNER];
  return owned.href;
}
