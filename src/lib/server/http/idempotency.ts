import type { PersonActor } from '#lib/laboratory/actor.ts';
import { canonicalJsonParts } from '#lib/laboratory/canonical-json.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import {
  claimIdempotencyKey,
  readIdempotentAnswer,
  storeIdempotentAnswer,
  type StoredAnswer
} from '#lib/server/db/idempotency-keys.ts';
import { atomically } from '#lib/server/db/transaction.ts';
import { isSignatureOf, signatureOf } from '#lib/server/secrets/secret-keys.ts';
import { inTurns } from '#lib/server/turns/take-turns.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * The digest is keyed, because a body may hold a password (`POST /users`): with a plain hash, anyone with a dump of the
 * database could try passwords a million times faster than with argon2id.
 */
const PURPOSE = 'plumbline idempotency v1';

/** A parsed request. */
type Parsed = {
  readonly params?: { readonly id?: string } | undefined;
  readonly query: unknown;
  readonly body: unknown;
};

/**
 * Runs an operation once for each `Idempotency-Key` of a user; a repeated request gets the first response again. Key,
 * effect and answer are committed in one transaction (the use-case's own becomes a savepoint of it), so that neither a
 * crash nor concurrent requests can do it twice. A refusal is not stored: the corrected request may use the same key.
 * @throws InvalidInput `idempotency_mismatch` where the key was used with another request; Refusal `forbidden` where the caller has
 * left the organization since, whose record the answer holds.
 */
export async function idempotently(
  services: Services,
  actor: PersonActor,
  operation: string,
  request: Request,
  parsed: Parsed,
  run: (services: Services) => Promise<Response>
): Promise<Response> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return run(services);
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidInput(['header', 'Idempotency-Key'], 'idempotency_key', 'Send 1 to 255 visible ASCII characters');
  }
  const body = (await inTurns(canonicalJsonParts(parsed))).steps.join('');
  const bodySha256 = signatureOf(body, PURPOSE, services).toString('hex');
  const claim = { userId: actor.userId, operation, key, bodySha256 };
  return atomically(services.pool, async (tx) => {
    if (await claimIdempotencyKey(tx, claim)) {
      const response = await run({ ...services, pool: tx });
      await storeIdempotentAnswer(tx, claim, await readAnswer(response.clone()));
      return response;
    }
    const stored = await readIdempotentAnswer(tx, claim);
    if (!isSignatureOf(stored.bodySha256, body, PURPOSE, services)) {
      throw invalidInput(
        ['header', 'Idempotency-Key'],
        'idempotency_mismatch',
        'This key was used for another request. Use a new one'
      );
    }
    assertStillWithin(actor, operation, parsed, stored);
    return responseOf(stored);
  });
}

/** A response to a member is not repeated to a former member. */
function assertStillWithin(actor: PersonActor, operation: string, parsed: Parsed, { body }: StoredAnswer): void {
  // A person who asks to join is not a member.
  if (actor.role === 'superadmin' || operation === 'requestToJoin') return;
  const answered = body === null ? {} : (JSON.parse(body) as { id?: string; organization_id?: string | null });
  const organization =
    operation === 'createOrganization' ? answered.id : (answered.organization_id ?? parsed.params?.id);
  if (typeof organization !== 'string' || actor.memberships.has(organization)) return;
  throw new Refusal('forbidden', 'You have left the organization of this request, so its response is not repeated.');
}

const readAnswer = async (response: Response): Promise<StoredAnswer> => ({
  status: response.status,
  etag: response.headers.get('etag'),
  body: (await response.text()) || null
});

function responseOf({ status, etag, body }: StoredAnswer): Response {
  const headers = {
    ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    ...(etag === null ? {} : { ETag: etag })
  };
  return new Response(body, { status, headers });
}
