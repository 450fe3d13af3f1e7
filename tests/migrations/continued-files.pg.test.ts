import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { migrate } from '#lib/server/db/migrate.ts';
import { execute } from '../support/database.ts';
import { migrationsUpTo } from '../support/older-archive.ts';
import { asOwner, OWNER } from '../support/template-database.ts';

const adminUrl = inject('postgresUrl');
const name = `continued_${randomBytes(6).toString('hex')}`;
afterAll(() => execute(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

test('of the files of a certificate that are known, each says which one is inside of it', async () => {
  await execute(adminUrl, `CREATE DATABASE ${name} OWNER ${OWNER}`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const earlier = await migrationsUpTo('0074');
  await migrate(asOwner(url), earlier);
  await rm(earlier, { recursive: true });
  const [id, hash] = [randomUUID(), (digit: number) => String(digit).repeat(64)];
  const revision = (number: number, isReissue: boolean) =>
    `('${id}', ${number}, 'B-T', '${hash(number)}', 'key', 1, now(), ${isReissue})`;
  await execute(
    url,
    `SET session_replication_role = replica;
     INSERT INTO certificates (calibration_id, organization_id, seq, state, object_key, sha256, issued_at)
     VALUES ('${id}', '${randomUUID()}', 1, 'issued', 'key', '${hash(0)}', now());
     INSERT INTO certificate_revisions (calibration_id, number, level, sha256, object_key, bytes, made_at, is_reissue)
     VALUES ${[revision(1, false), revision(2, false), revision(3, true), revision(4, false)].join()}`
  );
  await migrate(asOwner(url));
  const { rows } = await execute(url, 'SELECT continues_sha256 AS hash FROM certificate_revisions ORDER BY number');
  expect(rows.map((row) => (row as { hash: string | null }).hash)).toEqual([hash(0), hash(1), null, hash(3)]);
});
