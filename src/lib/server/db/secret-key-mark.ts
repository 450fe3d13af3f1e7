import pg from 'pg';

/**
 * The mark of the key that the database is sealed with; null if there is none yet. Read and written as the owner of the
 * schema.
 */
export const readSecretKeyMark = (databaseUrl: string): Promise<string | null> =>
  withOwner(databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ mark: string | null }>('SELECT secret_key_mark AS mark FROM installation');
    return rows[0]?.mark ?? null;
  });

/** Replaces `before` with `mark`. @returns whether `before` was still there. */
export const replaceSecretKeyMark = (databaseUrl: string, before: string | null, mark: string): Promise<boolean> =>
  withOwner(databaseUrl, async (owner) => {
    const { rowCount } = await owner.query(
      'UPDATE installation SET secret_key_mark = $2 WHERE secret_key_mark IS NOT DISTINCT FROM $1',
      [before, mark]
    );
    return rowCount === 1;
  });

async function withOwner<T>(databaseUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end().catch(() => undefined);
  }
}
