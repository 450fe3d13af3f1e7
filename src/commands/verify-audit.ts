/**
 * `npm run verify-audit`: recomputes the hash chains of the audit log and names every first link that was changed, removed or
 * added. Ends with 1 where a chain is broken. With DATABASE_URL it may run beside the app; an embedded database is started for it.
 */
import { parseConfig } from '#lib/server/config.ts';
import { verifyAuditChains } from '#lib/server/db/audit-chain.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { explain } from './explain.ts';
import { completeConfig } from './start/complete-config.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { config, stop } = await completeConfig(parseConfig(process.env), say);
  try {
    const pool = await openPool(config.databaseUrl, 1);
    const chains = await verifyAuditChains(pool).finally(() => pool.end());
    const broken = chains.filter(({ brokenAt }) => brokenAt !== null);
    for (const { organizationId, brokenAt } of broken) {
      say(`The chain of ${organizationId ?? 'the installation'} is broken at entry ${brokenAt}.`);
    }
    say(`${chains.length - broken.length} of ${chains.length} chains are sound.`);
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await stop();
  }
} catch (thrown) {
  process.stderr.write(`${explain(thrown)}\n`);
  process.exitCode = 1;
}
