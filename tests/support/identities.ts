import { randomUUID } from 'node:crypto';

type Run = (statement: string, values?: unknown[]) => Promise<unknown>;

/** Links a person with an identity of a provider that is not there. @returns its id */
export async function addIdentity(run: Run, userId: string): Promise<string> {
  const id = randomUUID();
  await run(
    `INSERT INTO identities (id, user_id, issuer, subject, email)
     VALUES ($1::uuid, $2, 'https://id.example', $1::text, 'someone@id.example')
     ON CONFLICT (user_id, issuer) DO UPDATE SET id = excluded.id`,
    [id, userId]
  );
  return id;
}
