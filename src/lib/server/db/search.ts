/** The results of a search, a few of each kind, as far as the caller may read them. */
import { sql, type FragmentSqlToken } from 'slonik';
import { searchHitSchema, type SearchHit } from '#lib/contracts/dashboard.ts';
import { mayRead } from './may-read.ts';
import { allOf, containsText } from './paging.ts';
import { assetContains } from './assets.ts';
import type { Tx } from './transaction.ts';

type Search = { readonly query: string; readonly words: readonly string[]; readonly most: number };
type Kind = {
  readonly kind: SearchHit['kind'];
  readonly from: FragmentSqlToken;
  readonly id: FragmentSqlToken;
  readonly title: FragmentSqlToken;
  readonly detail: FragmentSqlToken;
  readonly organization: FragmentSqlToken;
  readonly where: FragmentSqlToken;
  readonly contains: (word: string) => FragmentSqlToken;
};

const containedIn = (columns: FragmentSqlToken) => (word: string) => containsText(word, columns);

const ASSETS: Kind = {
  kind: 'asset',
  from: sql.fragment`assets a`,
  id: sql.fragment`a.id`,
  title: sql.fragment`a.asset_id`,
  detail: sql.fragment`a.name`,
  organization: sql.fragment`a.organization_id`,
  where: mayRead(sql.fragment`a.organization_id`),
  contains: assetContains
};
const PROCEDURES: Kind = {
  kind: 'procedure',
  from: sql.fragment`procedures p`,
  id: sql.fragment`p.id`,
  title: sql.fragment`p.code`,
  detail: sql.fragment`p.name`,
  organization: sql.fragment`p.organization_id`,
  where: mayRead(sql.fragment`p.organization_id`),
  contains: containedIn(sql.fragment`p.code, p.name, p.quantity`)
};
const LOCATIONS: Kind = {
  kind: 'location',
  from: sql.fragment`locations l`,
  id: sql.fragment`l.id`,
  title: sql.fragment`l.name`,
  detail: sql.fragment`coalesce(l.address, '')`,
  organization: sql.fragment`l.organization_id`,
  where: mayRead(sql.fragment`l.organization_id`),
  contains: containedIn(sql.fragment`l.name, l.address, l.description`)
};
const ORGANIZATIONS: Kind = {
  kind: 'organization',
  from: sql.fragment`organization_names() o`,
  id: sql.fragment`o.id`,
  title: sql.fragment`o.name`,
  detail: sql.fragment`''`,
  organization: sql.fragment`o.id`,
  // Everybody may know the name of an active organization.
  where: sql.fragment`app_user_id() IS NOT NULL`,
  contains: containedIn(sql.fragment`o.name`)
};
const people = (withEmail: boolean): Kind => ({
  kind: 'person',
  from: sql.fragment`users u`,
  id: sql.fragment`u.id`,
  title: sql.fragment`u.full_name`,
  detail: withEmail ? sql.fragment`u.email` : sql.fragment`''`,
  organization: sql.fragment`NULL::uuid`,
  where: sql.fragment`u.is_active AND u.is_verified`,
  contains: containedIn(withEmail ? sql.fragment`u.full_name, u.email` : sql.fragment`u.full_name`)
});

const findOf = (tx: Tx, of: Kind, { query, words, most }: Search): Promise<readonly SearchHit[]> =>
  tx.any(sql.type(searchHitSchema)`
    SELECT ${of.kind} AS kind, ${of.id} AS id, ${of.title} AS title, ${of.detail} AS detail,
           ${of.organization} AS organization_id
    FROM ${of.from}
    WHERE ${allOf([of.where, ...words.map(of.contains)])}
    ORDER BY lower(${of.title}) <> lower(${query}), strpos(lower(${of.title}), lower(${query})) <> 1,
             lower(${of.title}), ${of.id}
    LIMIT ${most}`);

/** The last character: every text with a prefix sorts between the prefix and the prefix with this character. */
const END = sql.fragment`chr(1114111)`;
const beginsWith = (number: FragmentSqlToken, start: FragmentSqlToken) => sql.fragment`
  ${number} COLLATE "C" >= ${start} AND ${number} COLLATE "C" < ${start} || ${END}`;

/**
 * Calibrations by the beginning of their certificate number, with or without the organization's prefix, or of another laboratory's
 * number as typed or in capitals; the highest numbers first. Uses an index for each organization.
 */
export const calibrationsNumbered = ({ query, most }: Omit<Search, 'words'>): FragmentSqlToken => {
  const found = (number: FragmentSqlToken, starts: FragmentSqlToken) => sql.fragment`
    SELECT c.id, c.organization_id, ${number} AS title, c.asset_label, c.calibration_date
    FROM organizations o CROSS JOIN LATERAL unnest(${starts}) AS start CROSS JOIN LATERAL (
      SELECT * FROM calibrations c WHERE c.organization_id = o.id AND ${beginsWith(number, sql.fragment`start`)}
      ORDER BY ${number} COLLATE "C" DESC LIMIT ${most}) c
    WHERE ${mayRead(sql.fragment`o.id`)}`;
  const capitals = query.toUpperCase();
  return sql.fragment`
    SELECT DISTINCT ON (title, id) 'calibration' AS kind, id, title,
           asset_label || ', ' || calibration_date::text AS detail, organization_id
    FROM (
      ${found(
        sql.fragment`c.certificate_number`,
        sql.fragment`ARRAY[${capitals}, o.certificate_prefix || '-' || ${capitals},
                           o.certificate_prefix || '-X-' || ${capitals}]`
      )}
      UNION ALL
      ${found(sql.fragment`c.lab_certificate_number`, sql.fragment`ARRAY[${query}, ${capitals}]`)}
    ) numbered
    ORDER BY title DESC, id LIMIT ${most}`;
};

/** Of every kind, in the order of the kinds. @param withEmail whether people are found by their address, and it is shown */
export async function findHits(tx: Tx, search: Search, withEmail: boolean): Promise<SearchHit[]> {
  const calibrations = await tx.any(sql.type(searchHitSchema)`${calibrationsNumbered(search)}`);
  const found = [await findOf(tx, ASSETS, search), calibrations];
  for (const kind of [PROCEDURES, LOCATIONS, people(withEmail), ORGANIZATIONS])
    found.push(await findOf(tx, kind, search));
  return found.flat();
}
