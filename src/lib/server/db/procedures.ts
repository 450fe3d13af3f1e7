import { sql, UniqueIntegrityConstraintViolationError, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import {
  procedureRevisionSchema,
  procedureSchema,
  type Procedure,
  type ProcedureRevision
} from '#lib/contracts/procedures.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { changeableKeys, documentKeys, searchedKeys } from '#lib/records/field.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { assignments, columnNames, insertRow } from './column.ts';
import { columnsOf } from './described.ts';
import { mayRead } from './may-read.ts';
import { containsText, readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

const columns = columnNames(documentKeys(PROCEDURE));
const COLUMNS = columnsOf(PROCEDURE);
const CHANGEABLE = COLUMNS.filter(({ name }) => name !== 'id' && name !== 'organization_id');
const SEARCHED = columnNames(searchedKeys(PROCEDURE));

/** The stored columns of a procedure; the database adds the rest of its record and keeps every revision. */
export type ProcedureRow = Omit<Procedure, 'created_at' | 'updated_at'>;

/** @throws Refusal `procedure_code_taken` */
export const insertProcedure = (tx: Tx, procedure: ProcedureRow): Promise<Procedure> =>
  refusingTakenCode(
    tx.one(sql.type(procedureSchema)`${insertRow('procedures', COLUMNS, procedure)} RETURNING ${columns}`)
  );

/** @throws Refusal `procedure_code_taken` */
export const updateProcedureRow = (tx: Tx, procedure: ProcedureRow): Promise<Procedure> =>
  refusingTakenCode(
    tx.one(sql.type(procedureSchema)`
      UPDATE procedures SET ${assignments(CHANGEABLE, procedure)}, updated_at = clock_timestamp()
      WHERE id = ${procedure.id} RETURNING ${columns}`)
  );

export const findProcedure = (tx: Tx, id: string): Promise<Procedure | null> =>
  tx.maybeOne(sql.type(procedureSchema)`
    SELECT ${columns} FROM procedures WHERE id = ${id} AND app_may_read(organization_id)`);

export async function deleteProcedureRow(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM procedures WHERE id = ${id}`);
}

export type ProcedureFilter = {
  readonly organization_id?: string | undefined;
  readonly retired?: boolean | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export function pageOfProcedures(tx: Tx, filter: ProcedureFilter): Promise<Page<Procedure>> {
  const where: FragmentSqlToken[] = [mayRead(sql.fragment`organization_id`)];
  if (filter.organization_id) where.push(sql.fragment`organization_id = ${filter.organization_id}`);
  if (filter.retired !== undefined) where.push(sql.fragment`(retired_at IS NOT NULL) = ${filter.retired}`);
  if (filter.q) where.push(containsText(filter.q, SEARCHED));
  return readPage(tx, {
    row: procedureSchema,
    columns,
    from: sql.fragment`procedures`,
    where,
    id: sql.fragment`id`,
    sortKeys: {
      name: { expression: sql.fragment`lower(name)`, type: 'text' },
      code: { expression: sql.fragment`lower(code)`, type: 'text' },
      updated_at: { expression: sql.fragment`updated_at`, type: 'timestamptz' }
    },
    sort: filter.sort ?? 'code',
    limit: filter.limit,
    cursor: filter.cursor
  });
}

const revisionColumns = sql.fragment`${columnNames(['revision', ...changeableKeys(PROCEDURE)], 'r')}, r.created_at,
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'full_name', u.full_name, 'role', u.role,
    'profile_picture_url', file_path(u.profile_picture_id)) END AS created_by`;
const revisionSource = sql.fragment`procedure_revisions r LEFT JOIN users u ON u.id = r.created_by`;

/** Newest first. */
export const pageOfRevisions = (
  tx: Tx,
  procedureId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<ProcedureRevision>> =>
  readPage(tx, {
    row: procedureRevisionSchema,
    columns: revisionColumns,
    from: revisionSource,
    where: [sql.fragment`r.procedure_id = ${procedureId}`, mayRead(sql.fragment`r.organization_id`)],
    id: sql.fragment`r.procedure_id`,
    sortKeys: { revision: { expression: sql.fragment`r.revision::bigint`, type: 'bigint' } },
    sort: '-revision',
    limit: page.limit,
    cursor: page.cursor
  });

export const findRevision = (tx: Tx, procedureId: string, revision: number): Promise<ProcedureRevision | null> =>
  tx.maybeOne(sql.type(procedureRevisionSchema)`
    SELECT ${revisionColumns} FROM ${revisionSource}
    WHERE r.procedure_id = ${procedureId} AND r.revision = ${revision} AND ${mayRead(sql.fragment`r.organization_id`)}`);

export const isProcedureInUse = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ in_use: z.boolean() }))`
    SELECT EXISTS (SELECT FROM assets WHERE procedure_id = ${id})
        OR EXISTS (SELECT FROM calibrations WHERE procedure_id = ${id}) AS in_use`);

async function refusingTakenCode<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (thrown) {
    if (!(thrown instanceof UniqueIntegrityConstraintViolationError)) throw thrown;
    throw new Refusal('procedure_code_taken', 'Another procedure of this organization already has this code.');
  }
}
