import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { FieldChanges } from '#lib/laboratory/field-changes.ts';

/** Retires or restores an asset and writes its history entry, including the reason. */
export function withStatus(
  before: Asset,
  status: Asset['status'],
  reason: string | null,
  actor: PersonActor,
  now: Date
): { readonly asset: Asset; readonly changes: FieldChanges } {
  const by = { id: actor.userId, full_name: actor.fullName, role: actor.role, profile_picture_url: null };
  return {
    asset: { ...before, status, retired: status === 'retired' ? { at: now.toISOString(), by, reason } : null },
    changes: {
      status: { old: before.status, new: status },
      ...(reason === null ? {} : { reason: { old: before.retired?.reason ?? null, new: reason } })
    }
  };
}
