import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { payloadDigest } from '#lib/server/use-cases/calibrations/payload-digest.ts';
import { recordCalibrations } from '#lib/server/use-cases/calibrations/record-calibrations.ts';
import type { Outcome, Submission } from '#lib/server/use-cases/calibrations/submission.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Mutation, MutationResult, PushAnswer, PushRequest } from '#sync/protocol/push.ts';
import { PAYLOAD_VERSION } from '#sync/protocol/version.ts';
import { mutationErrorOf } from './mutation-error.server.ts';

/** A clock that is off by more is noted with what it recorded. */
const SKEW_SECONDS = 5 * 60;
/** A clock that is off by more than a lifetime is noted with that: what matters is that it is wrong. */
const MOST_SKEW_SECONDS = 2 ** 31 - 1;

/** Reads the JSON text of a payload. @throws InvalidInput */
export type ReadPayload = (text: string) => CreateCalibrationBody;

/** Applies what a device has saved, by the verb that the API uses too; one result for each mutation, in the order sent. */
export async function push(
  services: Services,
  actor: PersonActor,
  request: PushRequest,
  readPayload: ReadPayload
): Promise<PushAnswer> {
  const skew = Math.round((services.now().getTime() - Date.parse(request.sent_at)) / 1000);
  const noted = Math.min(MOST_SKEW_SECONDS, Math.max(-MOST_SKEW_SECONDS, skew));
  const clockSkewSeconds = Math.abs(skew) > SKEW_SECONDS ? noted : undefined;
  const outcomes = await recordCalibrations(
    services,
    actor,
    request.mutations.map((mutation) => ({ ...submissionOf(mutation, readPayload), clockSkewSeconds }))
  );
  return { results: request.mutations.map(({ id }, i) => resultOf(id, outcomes[i])) };
}

/** Faults of the delivery are found when the payload is read: what was applied before is a duplicate however it arrives. */
function submissionOf(mutation: Mutation, readPayload: ReadPayload): Submission {
  return {
    id: mutation.id,
    payloadSha256: mutation.payload_sha256,
    assetSeenAt: mutation.base.asset_updated_at,
    read: () => {
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
      const body = readPayload(mutation.payload);
      if (body.id !== undefined && body.id !== mutation.id) {
        throw invalidInput(['body', 'id'], 'id_mismatch', 'The entry names another id than its payload.');
      }
      return body;
    }
  };
}

function resultOf(id: string, outcome: Outcome | undefined): MutationResult {
  switch (outcome?.status) {
    case 'applied':
    case 'duplicate':
      return {
        id,
        status: outcome.status,
        ...(outcome.record && { record: outcome.record, warnings: outcome.record.warnings })
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
