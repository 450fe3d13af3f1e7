import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayVoidCalibrationsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { clearVoided, markVoided, stampLatest } from '#lib/server/db/void-calibrations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireCalibration } from './get-calibration.ts';

/**
 * Voids a calibration: it stays on record with its points and certificate, but no longer counts (specification 3.5).
 * @throws Refusal `not_found`, `forbidden`, `already_voided`
 */
export const voidCalibration = (
  { pool }: Services,
  actor: PersonActor,
  id: string,
  reason: string | null
): Promise<Calibration> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await requireVoidable(tx, actor, id);
    const changes = { voided: { old: false, new: true }, void_reason: { old: null, new: reason } };
    await appendAudit(tx, actor, calibration.organization_id, {
      action: 'calibration.voided',
      resource: resourceOf(calibration),
      changes
    });
    if (!(await markVoided(tx, id, actor, reason))) {
      throw new Refusal('already_voided', 'This calibration has already been voided.');
    }
    await stampLatest(tx, calibration.asset.id, calibration.channel_id);
    return requireCalibration(tx, id);
  });

/**
 * Restores a voided calibration.
 * @throws Refusal `not_found`, `forbidden`, `not_voided`
 */
export const restoreCalibration = ({ pool }: Services, actor: PersonActor, id: string): Promise<Calibration> =>
  transaction(pool, actor, async (tx) => {
    const calibration = await requireVoidable(tx, actor, id);
    const changes = {
      voided: { old: true, new: false },
      void_reason: { old: calibration.voided?.reason ?? null, new: null }
    };
    await appendAudit(tx, actor, calibration.organization_id, {
      action: 'calibration.restored',
      resource: resourceOf(calibration),
      changes
    });
    if (!(await clearVoided(tx, id))) throw new Refusal('not_voided', 'This calibration is not voided.');
    await stampLatest(tx, calibration.asset.id, calibration.channel_id);
    return requireCalibration(tx, id);
  });

async function requireVoidable(tx: Tx, actor: PersonActor, id: string): Promise<Calibration> {
  const calibration = await requireCalibration(tx, id);
  assertMayVoidCalibrationsOf(actor, calibration.organization_id);
  return calibration;
}

/** Its name in the audit log. */
export const resourceOf = ({ id, asset, version }: Calibration) => ({
  type: 'calibration' as const,
  id,
  label: `${asset.asset_id} v${version}`
});
