import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** Reads the only row, created by migrations: succeeds only if the schema exists. */
export const answers = (tx: Tx): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ there: z.boolean() }))`SELECT only_row AS there FROM installation`);

const installation = z.object({
  generation: z.string(),
  held_at: z.string().nullable(),
  place: z.string(),
  in_use: z.boolean()
});

/** The data's own description: their generation, where the last start found them, and where they are now. */
export const lockInstallation = (tx: Tx): Promise<z.infer<typeof installation>> =>
  tx.one(sql.type(installation)`
    SELECT generation, held_at, database_place() AS place, EXISTS (SELECT FROM users) AS in_use
    FROM installation FOR UPDATE`);

/** Records where the data are. */
export const setPlace = (tx: Tx, place: string): Promise<unknown> =>
  tx.query(sql.unsafe`UPDATE installation SET held_at = ${place} WHERE held_at IS DISTINCT FROM ${place}`);

/** From here on devices know that these may be different data. @returns the new generation. */
export const renewGeneration = (tx: Tx): Promise<string> =>
  tx.oneFirst(sql.type(z.object({ generation: z.string() }))`
    UPDATE installation SET generation = gen_random_uuid(), generation_since = clock_timestamp() RETURNING generation`);

const certificateNumber = z.tuple([z.uuid(), z.int(), z.string(), z.int()]);
/**
 * The state of the data: the number of all changes, and the last certificate number of each organization, year and
 * series.
 */
export const highest = z.object({ changes: z.int(), certificates: z.array(certificateNumber) });
export type Highest = z.infer<typeof highest>;

export const findHighest = (tx: Tx): Promise<Highest> =>
  tx.one(sql.type(highest)`
    SELECT (SELECT coalesce(sum(last_seq), 0)::bigint FROM organization_changes) AS changes,
           (SELECT coalesce(json_agg(json_build_array(organization_id, year, series, last_number) ORDER BY organization_id, year, series), '[]')
            FROM certificate_counters) AS certificates`);

/** Certificate numbers that were already assigned are not reused, although these data do not contain them. */
export async function raiseCertificateNumbers(tx: Tx, given: Highest['certificates']): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO certificate_counters AS counter (organization_id, year, series, last_number)
    SELECT (g ->> 0)::uuid, (g ->> 1)::int, g ->> 2, (g ->> 3)::int FROM jsonb_array_elements(${JSON.stringify(given)}::jsonb) g
    WHERE EXISTS (SELECT FROM organizations o WHERE o.id = (g ->> 0)::uuid)
    ORDER BY 1, 2, 3
    ON CONFLICT (organization_id, year, series) DO UPDATE SET last_number = greatest(counter.last_number, excluded.last_number)`);
}
