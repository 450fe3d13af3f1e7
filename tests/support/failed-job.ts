/** Runs a statement as the owner of the database. */
type Run = (statement: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** A job that has failed for good; harmless if it runs again. @returns its id */
export async function failedJob(run: Run, error = 'It could not be done.'): Promise<string> {
  const added = await run(
    `SELECT id::text FROM graphile_worker.add_job('remove_expired', '{}', max_attempts := 1, run_at := now() + interval '1 day')`
  );
  const { id } = added.rows[0] as { id: string };
  await run('UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = $2 WHERE id = $1', [
    id,
    error
  ]);
  return id;
}
