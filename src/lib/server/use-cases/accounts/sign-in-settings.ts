import type { z } from 'zod';
import type { SignInSettings, updateSignInSettingsBody } from '#lib/contracts/sign-in-settings.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { findSignInSettings, saveSecondFactorRoles } from '#lib/server/db/sign-in-settings.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { holdFreshSession } from './hold-session.ts';

/** The installation has one row of settings, and no id for it. */
const RESOURCE = { type: 'sign_in_settings', id: '00000000-0000-0000-0000-000000000000', label: 'Sign-in' } as const;

/** @throws Refusal `forbidden` */
export async function getSignInSettings({ pool }: Services, actor: PersonActor): Promise<SignInSettings> {
  assertMay(actor, 'sign_in.manage');
  return transaction(pool, actor, findSignInSettings);
}

/** Chooses whose role needs a second factor. @throws Refusal `forbidden`, `proof_required`, `stale` */
export async function updateSignInSettings(
  { pool }: Services,
  actor: PersonActor,
  sessionId: string,
  { second_factor_roles }: z.output<typeof updateSignInSettingsBody>,
  ifMatch: string | null
): Promise<SignInSettings> {
  assertMay(actor, 'sign_in.manage');
  const roles = [...new Set(second_factor_roles)].sort();
  return transaction(pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    const before = await findSignInSettings(tx);
    assertFresh(before, ifMatch);
    const old = [...before.second_factor_roles].sort();
    if (old.join() === roles.join()) return before;
    await appendAudit(tx, actor, null, {
      action: 'sign_in_settings.updated',
      resource: RESOURCE,
      changes: { second_factor_roles: { old: old.join(', '), new: roles.join(', ') } }
    });
    return saveSecondFactorRoles(tx, roles);
  });
}
