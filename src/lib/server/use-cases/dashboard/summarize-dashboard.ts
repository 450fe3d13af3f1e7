import type { DashboardSummary } from '#lib/contracts/dashboard.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { countAssetStates } from '#lib/laboratory/asset-counts.ts';
import { PASS_RATE_MONTHS, passRates, passRateSince } from '#lib/laboratory/pass-rate.ts';
import {
  countTasksDue,
  findOwnOrganizations,
  findRecent,
  groupAssets,
  groupVerdicts
} from '#lib/server/db/dashboard.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { statusBasis, type Services } from '#lib/server/use-cases/services.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/visibility/assert-organization-visible.ts';

const RECENT = 10;

/**
 * The numbers that the home page shows, of one organization or of all that the actor is a member of.
 * @throws Refusal `not_found`, also for an organization that the actor may not see
 */
export const summarizeDashboard = (
  services: Services,
  actor: PersonActor,
  { organization_id }: { readonly organization_id?: string | undefined }
): Promise<DashboardSummary> =>
  reading(services.pool, actor, async (tx) => {
    if (organization_id !== undefined) await assertOrganizationVisible(tx, organization_id);
    const organizations = organization_id === undefined ? await findOwnOrganizations(tx) : [organization_id];
    const basis = statusBasis(services);
    const counts = countAssetStates(await groupAssets(tx, organizations, basis), basis.today);
    const rates = passRates(await groupVerdicts(tx, organizations, passRateSince(basis.today)));
    return {
      ...counts,
      pass_rate: {
        ...{ as_found: rates.as_found.share, as_left: rates.as_left.share, n: rates.n },
        months: PASS_RATE_MONTHS
      },
      recent: [...(await findRecent(tx, organizations, RECENT))],
      tasks_due: await countTasksDue(tx, organizations, basis)
    };
  });
