import { sql, type FragmentSqlToken } from 'slonik';

/** Who acted on the row `alias`: the account `u`, or the person without one whom an import brought along. */
export const actedFor = (alias: string): FragmentSqlToken => {
  const imported = sql.identifier([alias, 'imported']);
  return sql.fragment`json_build_object('id', u.id, 'full_name', coalesce(u.full_name, ${imported} ->> 'name'),
    'role', coalesce(u.role, ${imported} ->> 'role'), 'profile_picture_url', file_path(u.profile_picture_id))`;
};
