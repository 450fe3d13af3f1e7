import { may } from '#lib/laboratory/permissions.ts';
import { findCalibrationIds, insertWhole } from '#lib/server/db/archive-import.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Writing } from './apply.ts';
import { writeFiles } from './files-in.ts';
import type { Incoming } from './incoming.ts';
import type { Plan } from './plan.ts';
import type { Mapping } from './rows-in.ts';

/** What the ids of the archive become, and which of them lead somewhere. */
export async function mappingOf(tx: Tx, incoming: Incoming, plan: Plan): Promise<Mapping> {
  const { organizationId } = plan.target;
  const places = new Set([...plan.locations, ...incoming.locations.map(({ id }) => id)]);
  const ways = new Set([...plan.procedures, ...incoming.procedures.map(({ id }) => id)]);
  const elsewhere = await findCalibrationIds(tx, organizationId, [...plan.elsewhere]);
  return {
    ids: plan.ids,
    accounts: plan.accounts,
    organizationId,
    hasLocation: (id) => places.has(id),
    hasProcedure: (id) => ways.has(id),
    hasReference: (id) => plan.references.has(id),
    isUnrelated: (id) => plan.unrelated.has(id),
    hasCalibration: (id) => plan.seen.has(id) || elsewhere.has(id)
  };
}

/** Locations, those above before those within, and procedures with their revisions; what is there stays as it is. */
export async function writeCommonRecords(writing: Writing, incoming: Incoming): Promise<void> {
  const { tx, actor, plan, mapping } = writing;
  const { organizationId } = mapping;
  const idOf = (id: string) => mapping.ids.get(id) ?? id;
  // Who may not write for all organizations writes for this one.
  const ownerOf = (common: boolean) => (common && may(actor, 'common_records.edit') ? null : organizationId);
  const waiting = new Map(
    incoming.locations.filter(({ id }) => !plan.locations.has(idOf(id))).map((location) => [location.id, location])
  );
  for (let left = -1; waiting.size !== left;) {
    left = waiting.size;
    for (const { common, ...location } of [...waiting.values()]) {
      if (location.parent_id !== null && waiting.has(location.parent_id)) continue;
      waiting.delete(location.id);
      const parent =
        location.parent_id !== null && mapping.hasLocation(location.parent_id) ? idOf(location.parent_id) : null;
      const id = idOf(location.id);
      const organization_id = ownerOf(common);
      await appendAudit(tx, actor, organization_id, {
        action: 'location.created',
        resource: { type: 'location', id, label: location.name }
      });
      await insertWhole(tx, 'locations', [{ ...location, id, parent_id: parent, organization_id }]);
    }
  }
  for (const { common, revisions, ...procedure } of incoming.procedures) {
    const id = idOf(procedure.id);
    if (plan.procedures.has(id)) continue;
    const organization_id = ownerOf(common);
    await appendAudit(tx, actor, organization_id, {
      action: 'procedure.created',
      resource: { type: 'procedure', id, label: procedure.code }
    });
    await insertWhole(tx, 'procedures', [{ ...procedure, id, organization_id }]);
    await insertWhole(
      tx,
      'procedure_revisions',
      revisions.map((revision) => ({ ...revision, procedure_id: id, organization_id, created_by: null }))
    );
    const holder = { type: 'procedure', id, organizationId: organization_id } as const;
    await writeFiles(writing, holder, incoming.procedureFiles?.get(procedure.id));
  }
}
