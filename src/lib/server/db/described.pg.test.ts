import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORDS } from '#lib/records/all-records.ts';
import type { Description } from '#lib/records/field.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { columnTypeOf } from './described.ts';

const parts = (field: string, ...names: readonly string[]) => names.map((name) => `${field}_${name}`);
/** Columns that are not fields of the record. */
const BESIDES: Readonly<Partial<Record<keyof typeof RECORDS, readonly string[]>>> = {
  asset: [
    'created_by',
    'imported',
    'searched',
    'seq',
    ...parts('out_of_service', 'since', 'reason', 'until'),
    ...parts('retired', 'at', 'by', 'reason')
  ],
  channel: ['organization_id', 'asset_id', 'position'],
  location: ['seq'],
  organization: ['created_by', 'seq'],
  procedure: ['seq']
};
const CASES = Object.entries(RECORDS).map(([record, description]) => ({
  table: `${record}s`,
  besides: BESIDES[record as keyof typeof RECORDS] ?? [],
  description: description as Description
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each(CASES)(
  'the columns of $table are those that are described, of the same types',
  async ({ table, description, besides }) => {
    const { rows: stored } = await execute(
      database.url,
      `SELECT column_name AS name, is_nullable = 'YES' AS nullable,
            CASE WHEN udt_name = '_text' THEN 'text[]' ELSE udt_name END AS type
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 ORDER BY column_name`,
      [table]
    );
    const described = Object.entries(description)
      .filter(([, { from }]) => from !== 'derived' && from !== 'joined')
      .map(([name, field]) => ({ name, type: columnTypeOf(field), nullable: field.nullable === true }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(stored.filter((column: { name: string }) => !besides.includes(column.name))).toEqual(described);
  }
);
