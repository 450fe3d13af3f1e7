import type { Procedure } from '#lib/contracts/procedures.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '../table/list-table.ts';

const FIELDS = ['code', 'name', 'quantity', 'revision', 'effective_from', 'description'] as const;

/** Procedures for spreadsheets: dates as `YYYY-MM-DD`. */
export const proceduresTable = (
  procedures: readonly Procedure[],
  ownerOf: (procedure: Procedure) => string,
  say: Translate
): ListTable => ({
  heads: [...FIELDS.map((field) => say(`field.${field}`)), say('field.organization_id'), say('procedures.retired')],
  rows: procedures.map((procedure) => [
    ...FIELDS.map((field) => procedure[field] ?? null),
    ownerOf(procedure),
    procedure.retired_at?.slice(0, 10) ?? null
  ])
});
