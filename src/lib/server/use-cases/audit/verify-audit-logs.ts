import type { AuditVerification } from '#lib/contracts/audit.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { spellInstant } from '#lib/laboratory/instant.ts';
import { createGate } from '#lib/server/auth/gate.ts';
import { verifyAuditChains } from '#lib/server/db/audit-chain.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { scopeOf } from './list-audit-logs.ts';

/** A long log takes seconds of a processor and a connection: whoever asks again and again takes those of nobody else. */
const inVerifyingTurn = createGate(1);

/**
 * Recomputes the hash chains whose entries the caller may read.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function verifyAuditLogs(
  { pool, now }: Services,
  actor: PersonActor,
  { organization_id }: { readonly organization_id?: string | undefined }
): Promise<AuditVerification> {
  if (organization_id !== undefined) {
    await reading(pool, actor, (tx) => assertOrganizationVisible(tx, organization_id));
    assertMay(actor, 'history.read', organization_id);
  }
  const scope = scopeOf(actor);
  const readable = scope === 'everything' ? undefined : [...(scope.instance ? [null] : []), ...scope.organizations];
  const wanted = organization_id === undefined ? readable : [organization_id];
  const chains = await inVerifyingTurn(() => verifyAuditChains(pool, wanted));
  return {
    verified_at: spellInstant(now().toISOString()),
    chains: chains.map(({ organizationId, entries, lastHash, brokenAt }) => ({
      organization_id: organizationId,
      entries,
      last_hash: lastHash?.toString('hex') ?? null,
      broken_at: brokenAt
    }))
  };
}
