/** The documents of a collection in one stream after a number, as stored on devices (sync/protocol/documents.ts). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { documentColumns as calibrationColumns, keptDecision, verifyToken } from './calibrations.ts';
import { LOCATION } from '#lib/records/location.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { assetDocument, assetPeople } from './asset-record.ts';
import { documentColumns } from './described.ts';
import type { Tx } from './transaction.ts';
import { detailColumns, detailRow, writeDetails } from './written-details.ts';

/** Collections of the organizations' streams. */
export type StreamedCollection = 'organizations' | 'memberships' | 'locations' | 'procedures' | 'assets' | 'calibrations' | 'certificates' | 'calibration_details'; // prettier-ignore
export type ChangedDocument = { readonly seq: number; readonly document: { readonly id: string } };
type Window = { readonly stream: string; readonly after: number; readonly limit: number; readonly reader: string };

type Source = {
  readonly columns: FragmentSqlToken;
  readonly from: FragmentSqlToken;
  /** Written like the index over the stream. */
  readonly stream: FragmentSqlToken;
  readonly seq: FragmentSqlToken;
  /** The rows that a reader holds, if not all. */
  readonly onDeviceOf?: (reader: string) => FragmentSqlToken;
};

const person = sql.fragment`json_build_object(
  'id', u.id, 'full_name', u.full_name, 'role', u.role, 'profile_picture_url', NULL)`;

/** The valid calibration of its asset or channel that no later one follows. */
const isLatest = sql.fragment`c.voided_at IS NULL AND NOT EXISTS (
  SELECT FROM calibrations later
  WHERE later.asset_id = c.asset_id AND coalesce(later.channel_id, nobody()) = coalesce(c.channel_id, nobody())
    AND later.voided_at IS NULL
    AND (later.calibration_date, later.version) > (c.calibration_date, c.version))`;

const SOURCES: { readonly [C in StreamedCollection]: Source } = {
  organizations: {
    columns: documentColumns(ORGANIZATION, 'o', {}),
    from: sql.fragment`organizations o`,
    stream: sql.fragment`o.id`,
    seq: sql.fragment`o.seq`
  },
  memberships: {
    columns: sql.fragment`m.organization_id || ':' || m.user_id AS id, m.organization_id, ${person} AS user, m.role,
      m.may_release, m.created_at AS since`,
    from: sql.fragment`memberships m JOIN users u ON u.id = m.user_id`,
    stream: sql.fragment`m.organization_id`,
    seq: sql.fragment`m.seq`
  },
  locations: {
    columns: documentColumns(LOCATION, 'l', {}),
    from: sql.fragment`locations l`,
    stream: sql.fragment`coalesce(l.organization_id, nobody())`,
    seq: sql.fragment`l.seq`
  },
  procedures: {
    columns: documentColumns(PROCEDURE, 'p', {}),
    from: sql.fragment`procedures p`,
    stream: sql.fragment`coalesce(p.organization_id, nobody())`,
    seq: sql.fragment`p.seq`
  },
  assets: {
    columns: assetDocument,
    from: assetPeople,
    stream: sql.fragment`a.organization_id`,
    seq: sql.fragment`a.seq`
  },
  calibrations: {
    columns: calibrationColumns,
    from: sql.fragment`calibrations c`,
    stream: sql.fragment`c.organization_id`,
    seq: sql.fragment`c.seq`
  },
  certificates: {
    columns: sql.fragment`ce.calibration_id AS id, ce.organization_id, c.certificate_number AS number, ce.state, ce.sha256,
      ce.issued_at, ce.error, ce.held_for, ${keptDecision} AS kept, ce.release, ce.review,
      ${verifyToken} AS verify_token`,
    from: sql.fragment`certificates ce JOIN calibrations c ON c.id = ce.calibration_id`,
    stream: sql.fragment`ce.organization_id`,
    seq: sql.fragment`ce.seq`
  },
  calibration_details: {
    columns: sql.fragment`${detailColumns},
      (SELECT count(*) FROM calibration_points p WHERE p.calibration_id = c.id) AS points`,
    from: sql.fragment`calibrations c`,
    stream: sql.fragment`c.organization_id`,
    seq: sql.fragment`c.seq`,
    onDeviceOf: (reader) => sql.fragment`(c.recorded_by = ${reader} OR (${isLatest}))`
  }
};

/**
 * Documents of one stream whose number is greater than `after`, in the order of their numbers.
 * Each is checked once, by the schema of its answer, when it leaves the server (sync/server).
 */
export async function findChanged(
  tx: Tx,
  collection: Exclude<StreamedCollection, 'calibration_details'>,
  window: Window
): Promise<ChangedDocument[]> {
  const rows = await tx.any(sql.type(changedRow)`${changedRows(collection, window)}`);
  return rows.map(({ _seq: seq, ...document }) => ({ seq, document }));
}
const changedRow = z.looseObject({ id: z.string(), _seq: z.int() });

/** So many points are in one page, or a single calibration: some 8 MB. A page that a slow network does not bring in time never comes. */
const MOST_POINTS = 10_000;

/**
 * The same of calibration details, each as the JSON of its document.
 * @param withPoints for apps of the protocols 1 and 2
 * @returns fewer than the window has if they have too many points together; `cut` tells
 */
export async function findChangedDetails(
  tx: Tx,
  window: Window,
  withPoints: boolean
): Promise<{ readonly changes: { readonly seq: number; readonly json: string }[]; readonly cut: boolean }> {
  const rows = await tx.any(sql.type(changedDetail)`${changedRows('calibration_details', window)}`);
  let points = 0;
  const fitting = rows.filter((row, i) => (points += row.points) <= MOST_POINTS || i === 0);
  const details = await writeDetails(tx, fitting, withPoints);
  return {
    changes: details.map(({ row, json }) => ({ seq: row._seq, json })),
    cut: fitting.length < rows.length
  };
}
const changedDetail = detailRow.extend({ _seq: z.int(), points: z.int() });

function changedRows(collection: StreamedCollection, { stream, after, limit, reader }: Window): FragmentSqlToken {
  const source = SOURCES[collection];
  return sql.fragment`
    SELECT ${source.columns}, ${source.seq} AS _seq FROM ${source.from}
    WHERE ${source.stream} = ${stream} AND ${source.seq} > ${after} AND ${source.onDeviceOf?.(reader) ?? sql.fragment`true`}
    ORDER BY ${source.seq} LIMIT ${limit}`;
}

/** The number of documents in a first pull of these streams. */
export const countDocuments = (
  tx: Tx,
  collection: StreamedCollection,
  streams: readonly string[],
  reader: string
): Promise<number> => {
  const source = SOURCES[collection];
  return tx.oneFirst(sql.type(z.object({ total: z.int() }))`
    SELECT count(*) AS total FROM ${source.from}
    WHERE ${source.stream} = ANY(${sql.array([...streams], 'uuid')}) AND ${source.onDeviceOf?.(reader) ?? sql.fragment`true`}`);
};
