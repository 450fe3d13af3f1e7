import type { Procedure } from '#lib/contracts/procedures.ts';
import { procedureTitle } from '#lib/laboratory/procedure-title.ts';

/** Procedures that an asset of this organization may be given: its own and those of all that are in force, and the one that it has. */
export const proceduresFor = (procedures: readonly Procedure[], organizationId: string, current: string | null) =>
  procedures
    .filter(
      ({ id, organization_id, retired_at }) =>
        (organization_id === null || organization_id === organizationId) && (retired_at === null || id === current)
    )
    .map((procedure) => ({ value: procedure.id, label: procedureTitle(procedure) }));
