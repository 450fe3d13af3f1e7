import { endpoints, type EndpointName } from '#lib/contracts/endpoints.ts';
import type { Operation } from '#lib/contracts/operation.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { canonicalJsonParts } from '#lib/laboratory/canonical-json.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { findHeaders } from '#lib/server/db/calibrations.ts';
import {
  claimIdempotencyKey,
  readIdempotentAnswer,
  storeIdempotentAnswer,
  type StoredAnswer
} from '#lib/server/db/idempotency-keys.ts';
import { atomically, transaction, type Tx } from '#lib/server/db/transaction.ts';
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
  operation: EndpointName,
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
    await assertStillWithin(tx, actor, operation, parsed, stored);
    return responseOf(stored);
  });
}

/** A response to a member is not repeated to a former member. */
async function assertStillWithin(
  tx: Tx,
  actor: PersonActor,
  operation: EndpointName,
  parsed: Parsed,
  answer: StoredAnswer
): Promise<void> {
  // A person who asks to join is not a member.
  if (actor.role === 'superadmin' || operation === 'requestToJoin') return;
  const organization = await organizationOf(tx, actor, endpoints[operation], parsed, answer);
  if (organization === null || (organization !== undefined && actor.memberships.has(organization))) return;
  throw new Refusal('forbidden', 'You have left the organization of this request, so its response is not repeated.');
}

/**
 * Whose record was answered. @returns `null`: no organization's, as a common location, an account, or the number of records that were
 * changed; `undefined`: it cannot be told, so that nothing is repeated
 */
async function organizationOf(
  tx: Tx,
  actor: PersonActor,
  { path }: Operation,
  { params }: Parsed,
  { body }: StoredAnswer
): Promise<string | null | undefined> {
  const answered = body === null ? {} : (JSON.parse(body) as { id?: string; organization_id?: string | null });
  if (answered.organization_id !== undefined) return answered.organization_id;
  // The answer does not say; the path names the record by its collection.
  const id = params?.id;
  switch (path.split('/')[1]) {
    case 'organizations':
      return id ?? answered.id;
    case 'calibrations':
      return id === undefined ? null : organizationOfCalibration(tx, actor, id);
    default:
      return id === undefined ? null : undefined;
  }
}

/** `undefined` if the person may not read it. */
const organizationOfCalibration = (tx: Tx, actor: PersonActor, id: string): Promise<string | undefined> =>
  transaction(tx, actor, async (inner) => (await findHeaders(inner, [id])).get(id)?.organization_id);

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
