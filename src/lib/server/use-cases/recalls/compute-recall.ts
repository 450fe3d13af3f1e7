import { SYSTEM } from '#lib/laboratory/actor.ts';
import { errorAt, errorOn, type ErrorCurve } from '#lib/laboratory/recall/reference-error.ts';
import type { Link } from '#lib/laboratory/traceability/link-visible.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import { upsertLines, type ComputedLine } from '#lib/server/db/recall-lines.ts';
import { findAnalyses, type RecalledAnalysis } from '#lib/server/db/recalled-analyses.ts';
import { endRound, findRound, noteDone, noteFound } from '#lib/server/db/recalls.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { computeLine } from './compute-line.ts';
import { planRecall, type RecallPlan } from './plan-recall.ts';

/** So many calibrations are read, computed and written at a time; others have their turn between. */
const SLICE = 20;

/**
 * Finds what a recall concerns and computes it again, slice by slice, so that a recall of thousands holds up nobody and shows how far
 * it is. Nothing is computed for a start that is not the last one any more. A job: it may run twice, and writes the same again.
 */
export async function computeRecall(services: Services, recallId: string, round: number): Promise<void> {
  try {
    const plan = await transaction(services.pool, SYSTEM, async (tx) => {
      const recall = await findRound(tx, recallId, round);
      if (recall === null) return null;
      const faulty = (await findHeaders(tx, [recall.calibration_id])).get(recall.calibration_id);
      if (faulty === undefined) throw new Error(`there is no calibration ${recall.calibration_id}`);
      const found = await planRecall(tx, recall.cause, faulty, recall.suspected_error);
      await noteFound(tx, recallId, { before: found.before, after: found.after, total: found.links.length });
      return found;
    });
    if (plan !== null && (await computeLines(services, recallId, round, plan)))
      await transaction(services.pool, SYSTEM, (tx) => endRound(tx, recallId, round, 'ready'));
  } catch (thrown) {
    await transaction(services.pool, SYSTEM, (tx) => endRound(tx, recallId, round, 'failed'));
    throw thrown;
  }
}

/** @returns false where another start has begun meanwhile */
async function computeLines(services: Services, recallId: string, round: number, plan: RecallPlan): Promise<boolean> {
  const { links, referenceError } = plan;
  const references = new Set(links.map(({ rests_on_id }) => rests_on_id));
  const handedOn = new Map<string, ErrorCurve | null>();
  /** What the values were wrong by that a calibration took. */
  const errorFor = ({ depth, rests_on_id }: Link, of: RecalledAnalysis) => {
    if (depth === 0) return referenceError && errorOn(referenceError, of.date);
    const curve = handedOn.get(rests_on_id ?? '') ?? null;
    return curve && ((value: number) => errorAt(curve, value));
  };
  for (let from = 0; from < links.length; from += SLICE) {
    const slice = links.slice(from, from + SLICE);
    const analyses = await transaction(services.pool, SYSTEM, (tx) =>
      findAnalyses(
        tx,
        slice.map(({ id }) => id)
      )
    );
    const lines: ComputedLine[] = [];
    for (const link of slice) {
      const of = analyses.get(link.id);
      if (of === undefined) continue;
      const unknown = link.depth === 0 ? 'reference_error_unknown' : 'rests_on_undetermined';
      const { line, passedOn } = await computeLine(services, of, errorFor(link, of), unknown);
      if (references.has(link.id)) handedOn.set(link.id, passedOn);
      // A voided calibration asks for nothing more; what rests on it may.
      if (!of.isVoided) lines.push({ ...line, depth: link.depth + 1 });
    }
    const isLast = await transaction(services.pool, SYSTEM, async (tx) => {
      const recall = await findRound(tx, recallId, round);
      if (recall === null) return false;
      await upsertLines(tx, recallId, lines, recall);
      await noteDone(tx, recallId, from + slice.length);
      return true;
    });
    if (!isLast) return false;
  }
  return true;
}
