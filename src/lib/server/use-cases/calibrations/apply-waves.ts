import type { PersonActor } from '#lib/laboratory/actor.ts';
import { OutcomeUnknown } from '#lib/server/db/outcome.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import { isTransient } from '#lib/server/db/transient.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { applyBatch, type Applied } from './apply-batch.ts';
import type { Ended } from './record-calibrations.ts';
import { isBusy, isRejection, namedCalibrations, type Checked } from './submission.ts';

/** Seconds until a retry: when the database may be free again, and when an unexpected fault may be fixed. */
const SOON_SECONDS = 2;
const LATER_SECONDS = 60;

type Place = readonly [index: number, checked: Checked];
/** `null`: another delivery was applied first. */
type End = readonly [index: number, end: Ended | null];

/**
 * Applies checked submissions, each wave in one transaction: one that refers to a calibration of the same delivery (its
 * reference, calibrated offline on the same day) is in a later wave. @throws OutcomeUnknown if the database failed
 * during a commit; RightsEnded if the account is no longer signed in.
 */
export async function applyWaves(
  services: Services,
  actor: PersonActor,
  checked: ReadonlyMap<number, Checked>
): Promise<End[]> {
  const ends: End[] = [];
  for (const wave of wavesOf([...checked])) ends.push(...(await applyWave(services, actor, wave)));
  return ends;
}

function wavesOf(places: readonly Place[]): Place[][] {
  const waves: Place[][] = [];
  let ids = new Set<string>();
  let assets = new Set<string>();
  for (const place of places) {
    const { submission, body } = place[1];
    const needs = [submission.id, ...namedCalibrations(body)];
    // The history for a judgement includes what was delivered before it.
    const followsItself = body.judged_with !== undefined && assets.has(body.asset_ref.toLowerCase());
    const isLater = followsItself || needs.some((id) => ids.has(id)) || assets.has(body.reference_asset_id ?? '');
    if (waves.length === 0 || isLater) {
      waves.push([]);
      ids = new Set();
      assets = new Set();
    }
    waves.at(-1)?.push(place);
    ids.add(submission.id);
    assets.add(body.asset_ref.toLowerCase());
  }
  return waves;
}

/** A wave that fails as a whole is applied one by one, so that one bad entry does not hold up the others. */
async function applyWave(services: Services, actor: PersonActor, wave: readonly Place[]): Promise<End[]> {
  const batch = wave.map(([, checked]) => checked);
  let applied: ReadonlyMap<string, Applied>;
  try {
    applied = await applyBatch(services, actor, batch);
  } catch (thrown) {
    // "Nothing was written" may be wrong now: the sender must learn that and deliver the same again.
    if (thrown instanceof OutcomeUnknown) throw thrown;
    // The sender has been signed out or deactivated: nothing is wrong with the saved calibrations.
    if (thrown instanceof RightsEnded) throw thrown;
    if (wave.length > 1) {
      services.log.warn({ err: thrown, size: wave.length }, 'a batch failed as a whole and is applied one by one');
      const ends: End[] = [];
      for (const place of wave) ends.push(...(await applyWave(services, actor, [place])));
      return ends;
    }
    if (isBusy(thrown)) {
      return wave.map(([index]) => [index, { status: 'retry', reason: thrown, afterSeconds: LATER_SECONDS }]);
    }
    if (isRejection(thrown)) return wave.map(([index]) => [index, { status: 'rejected', reason: thrown }]);
    const soon = isTransient(thrown);
    services.log[soon ? 'warn' : 'error']({ err: thrown, calibration: batch[0]?.submission.id }, 'not applied');
    const end = { status: 'retry' as const, reason: thrown, afterSeconds: soon ? SOON_SECONDS : LATER_SECONDS };
    return wave.map(([index]) => [index, end]);
  }
  return wave.map(([index, { submission }]) => {
    const result = applied.get(submission.id);
    return [index, result === undefined || result.status === 'overtaken' ? null : result];
  });
}
