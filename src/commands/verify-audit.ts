/**
 * `npm run verify-audit`: recomputes the hash chains of the audit log and prints the first changed, removed or added
 * link of each. Exit code 1 if a chain is broken. With DATABASE_URL it may run beside the app; otherwise it starts the
 * embedded database.
 */
import { verifyAuditChains } from '#lib/server/db/audit-chain.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './start/with-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(() =>
  withDatabase(say, async ({ databaseUrl }) => {
    const pool = await openPool(databaseUrl, 1);
    const chains = await verifyAuditChains(pool).finally(() => pool.end());
    const broken = chains.filter(({ brokenAt }) => brokenAt !== null);
    for (const { organizationId, brokenAt } of broken) {
      say(`The chain of ${organizationId ?? 'the installation'} is broken at entry ${brokenAt}.`);
    }
    say(`${chains.length - broken.length} of ${chains.length} chains are intact.`);
    if (broken.length > 0) process.exitCode = 1;
  })
);
