import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudits, lockAuditChain, type AuditEvent } from '#lib/server/db/audit.ts';
import { findLines } from '#lib/server/db/recall-lines.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { requireRecall } from './get-recall.ts';

export type ManagedLine = Awaited<ReturnType<typeof findLines>>[number];

/**
 * Lines of a complete recall, all or none, with the histories of their organizations locked. The people of a calibration's
 * organization alone act on it, whoever has started the recall.
 * @param at where the ids stand in the body, for what is wrong with them
 * @throws Refusal `not_found`, `forbidden`, `recall_running`; InvalidInput
 */
export async function requireManagedLines(
  tx: Tx,
  actor: PersonActor,
  recallId: string,
  ids: readonly string[],
  at: readonly string[]
): Promise<readonly ManagedLine[]> {
  await requireRecall(tx, recallId);
  const organizations = [...new Set((await findLines(tx, recallId, ids)).map((line) => line.organization_id))].sort();
  for (const organizationId of organizations) {
    assertMay(actor, 'recalls.manage', organizationId);
    await lockAuditChain(tx, organizationId);
  }
  // As the one before, for whom this waited, has left them.
  if ((await requireRecall(tx, recallId)).state === 'running') {
    throw new Refusal('recall_running', 'This recall is still being computed. Wait until it is complete, then decide.');
  }
  const lines = await findLines(tx, recallId, ids);
  // Meanwhile others may have become visible.
  for (const line of lines) assertMay(actor, 'recalls.manage', line.organization_id);
  if (lines.length < ids.length) {
    throw invalidInput([...at], 'not_found', 'The recall has no such calibration that you may see');
  }
  return lines;
}

/** Adds an entry about each line to the history of its organization. */
export async function appendLineAudits(
  tx: Tx,
  actor: PersonActor,
  lines: readonly ManagedLine[],
  eventOf: (line: ManagedLine) => Pick<AuditEvent, 'action' | 'changes'>
): Promise<void> {
  for (const organizationId of [...new Set(lines.map((line) => line.organization_id))].sort()) {
    const events = lines
      .filter((line) => line.organization_id === organizationId)
      .map((line) => ({
        ...eventOf(line),
        resource: { type: 'calibration' as const, id: line.calibration_id, label: line.label }
      }));
    await appendAudits(tx, actor, organizationId, events);
  }
}
