import { createOrganizationBody } from '#lib/contracts/organizations.ts';
import { fillLaboratory } from '#lib/demonstration/fill.ts';
import { DEMONSTRATION_PROFILE } from '#lib/demonstration/staff.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findDemonstration } from '#lib/server/db/demonstration.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { createOrganization } from '#lib/server/use-cases/organizations/create-organization.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { deactivateStaff, employStaff } from './demonstration-staff.ts';
import { DEMONSTRATION_WORDS } from './demonstration-words.ts';
import { useCaseDoors } from './use-case-doors.ts';

const alreadyThere = () => new Refusal('demonstration_exists', 'The demonstration laboratory already exists.');

/**
 * Begins to set up the demonstration laboratory.
 * @throws Refusal `forbidden`, `demonstration_exists`, `database_busy`, `too_many_requests`
 */
export function fillDemonstration({ pool }: Services, actor: PersonActor): Promise<{ readonly job_id: string }> {
  assertMay(actor, 'demonstration.manage');
  return transaction(pool, actor, async (tx) => {
    if ((await findDemonstration(tx)) !== null) throw alreadyThere();
    return beginLongWork(tx, actor, 'demonstration_fill', {});
  });
}

/** Does it, in one transaction: nobody sees a part of it, and nothing stays of what is cancelled. */
export async function runDemonstrationFill(services: Services, work: LongWork): Promise<void> {
  const { actor } = work;
  assertMay(actor, 'demonstration.manage');
  const { name, note } = DEMONSTRATION_WORDS[actor.language];
  await transaction(services.pool, SYSTEM, async (tx) => {
    if ((await findDemonstration(tx)) !== null) throw alreadyThere();
    const within = { ...services, pool: tx };
    // Private, so that what is not real is among the instruments of nobody else.
    const profile = { name, private: true, certificate_prefix: 'DEMO', ...DEMONSTRATION_PROFILE };
    const body = createOrganizationBody.parse(profile);
    const organization = await createOrganization(within, actor, body, true);
    const { people, actors } = await transaction(tx, SYSTEM, (inner) => employStaff(inner, actor, organization.id));
    const calibrations = await fillLaboratory(
      useCaseDoors(within, {
        organizationId: organization.id,
        staff: actors,
        note,
        progress: (_what, done, total) => work.progress({ done, total, unit: 'assets' })
      })
    );
    await deactivateStaff(tx, actor, people);
    await work.finish(tx, { state: 'done', result: { organization_id: organization.id, calibrations } });
  });
}
