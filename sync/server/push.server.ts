import type { CalibrationHeader, CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { syncMutations } from '#lib/server/metrics/metrics.ts';
import { readReceipt, writeReceipt } from '#lib/server/use-cases/calibrations/receipt.ts';
import { payloadDigest } from '#lib/server/use-cases/calibrations/payload-digest.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import type { Outcome, Submission } from '#lib/server/use-cases/calibrations/submission.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Mutation, MutationResult, PushAnswer, PushRequest } from '#sync/protocol/push.ts';
import { PAYLOAD_VERSION } from '#sync/protocol/version.ts';
import { currentGeneration, expired } from './generation.server.ts';
import { mutationErrorOf } from './mutation-error.server.ts';

/** If a clock is off by more, the record says so. */
const SKEW_SECONDS = 5 * 60;
/** The largest clock skew that is noted: about a lifetime. */
const MOST_SKEW_SECONDS = 2 ** 31 - 1;

/** Reads the JSON text of a payload. @throws InvalidInput */
export type ReadPayload = (text: string) => Promise<CreateCalibrationBody>;

/**
 * Applies a device's saved calibrations with the same use case as the API; one result for each mutation, in the order
 * sent.
 */
export async function push(
  services: Services,
  actor: PersonActor,
  request: PushRequest,
  readPayload: ReadPayload
): Promise<PushAnswer> {
  // Read before anything is applied: if it changes in the meantime, the device offers these entries again.
  const generation = await currentGeneration(services);
  if (request.generation !== undefined && request.generation !== generation) throw expired(generation, true);
  const clockSkewSeconds = skewOf(services.now(), request.sent_at);
  const outcomes = await recordCalibrations(
    services,
    actor,
    request.mutations.map((mutation): Submission => ({
      ...submissionOf(mutation, readPayload),
      reported: earlierReceipt(services, actor, mutation),
      clockSkewSeconds
    }))
  );
  const results = request.mutations.map((mutation, i) => resultOf(services, actor, mutation, outcomes[i]));
  for (const { status } of results) syncMutations.inc({ status });
  return { results, generation };
}

/** Seconds that a clock is off, if worth noting; an invalid date counts as the maximum. */
function skewOf(now: Date, sentAt: string): number | undefined {
  const skew = Math.round((now.getTime() - Date.parse(sentAt)) / 1000);
  if (Number.isNaN(skew)) return MOST_SKEW_SECONDS;
  return Math.abs(skew) > SKEW_SECONDS ? Math.min(MOST_SKEW_SECONDS, Math.max(-MOST_SKEW_SECONDS, skew)) : undefined;
}

/** The server's earlier response to the device, if it is from this installation. */
function earlierReceipt(services: Services, { userId }: PersonActor, { id, payload_sha256, receipt }: Mutation) {
  if (receipt === undefined) return undefined;
  const issued = readReceipt(receipt, { id, userId, payloadSha256: payload_sha256 }, services);
  if (issued === null) services.log.warn({ calibration: id }, 'a receipt that was not written here is left aside');
  return issued ?? undefined;
}

/**
 * Faulty payloads are detected only when they are read: an entry that was applied before is a duplicate in any case.
 */
function submissionOf(mutation: Mutation, readPayload: ReadPayload): Submission {
  return {
    id: mutation.id,
    payloadSha256: mutation.payload_sha256,
    attempt: mutation.attempt,
    fromDevice: true,
    assetSeenAt: mutation.base.asset_updated_at,
    read: async () => {
      if (mutation.payload_version > PAYLOAD_VERSION) {
        throw invalidInput(
          ['body'],
          'payload_version_unknown',
          'This entry was written by a newer version of the app.'
        );
      }
      if (payloadDigest(mutation.payload) !== mutation.payload_sha256) {
        throw invalidInput(['body'], 'payload_damaged', 'The entry is not what the device had saved.');
      }
      const body = await readPayload(mutation.payload);
      if (body.id !== undefined && body.id !== mutation.id) {
        throw invalidInput(['body', 'id'], 'id_mismatch', 'The entry names another id than its payload.');
      }
      return body;
    }
  };
}

function resultOf(
  services: Services,
  { userId }: PersonActor,
  { id, payload_sha256 }: Mutation,
  outcome: Outcome | undefined
): MutationResult {
  switch (outcome?.status) {
    case 'applied':
    case 'duplicate':
      return {
        id,
        status: outcome.status,
        ...(outcome.record && {
          record: outcome.record,
          warnings: outcome.record.warnings,
          receipt: receiptOf(services, outcome.record, { id, userId, payloadSha256: payload_sha256 })
        })
      };
    case 'rejected':
      return { id, status: 'rejected', errors: [mutationErrorOf(outcome.reason)] };
    default:
      return {
        id,
        status: 'retry',
        errors: [{ code: 'unavailable', detail: 'The server could not apply this entry now; it will be sent again.' }],
        retry_after_seconds: outcome?.afterSeconds ?? 1
      };
  }
}

const receiptOf = (
  services: Services,
  { version, certificate, recorded_at: recordedAt }: CalibrationHeader,
  whose: Parameters<typeof writeReceipt>[1]
): string => writeReceipt({ version, certificateNumber: certificate?.number ?? '', recordedAt }, whose, services);
