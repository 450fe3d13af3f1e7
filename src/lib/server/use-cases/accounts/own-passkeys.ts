import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  MOST_PASSKEYS,
  type createdPasskeySchema,
  type createPasskeyBody,
  type Passkey
} from '#lib/contracts/passkeys.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { creationOptions, verifyRegistration } from '#lib/server/auth/passkeys.ts';
import {
  deletePasskeyRow,
  findCredentialsOf,
  insertPasskey,
  listPasskeysOf,
  renamePasskey
} from '#lib/server/db/passkeys.ts';
import { endSetup } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertFactorOptional } from './required-factor.ts';
import { codesIfNone, dropCodesIfLast } from './give-codes.ts';
import { holdFreshSession, holdSession } from './hold-session.ts';
import { liveChallengeOf, newPasskeyChallenge, spendChallenge } from './passkey-challenge.ts';
import { reportChange } from './report-second-factor.ts';
import { requireUser } from './require-user.ts';
import { optionsFor, passkeyRefused } from './use-passkey.ts';

type Options = Readonly<Record<string, unknown>>;

export const listPasskeys = ({ pool }: Services, actor: PersonActor): Promise<readonly Passkey[]> =>
  transaction(pool, actor, (tx) => listPasskeysOf(tx, actor.userId));

/** What a browser needs to make a passkey. @throws Refusal `forbidden`, `proof_required`, `too_many_passkeys` */
export const beginPasskey = (services: Services, actor: PersonActor, sessionId: string): Promise<Options> =>
  transaction(services.pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    const known = await findCredentialsOf(tx, actor.userId);
    if (known.length >= MOST_PASSKEYS) throw tooMany();
    const challenge = newPasskeyChallenge(services, { for: 'registering', userId: actor.userId });
    return creationOptions({ origin: services.origin, challenge }, await requireUser(tx, actor.userId), known);
  });

/**
 * Keeps a new passkey; its challenge was made after a proof. @returns it, and recovery codes, this once, if the account had none
 * @throws Refusal `forbidden`, `passkey_refused`, `passkey_known`, `too_many_passkeys`
 */
export const createPasskey = (
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { name, passkey }: z.output<typeof createPasskeyBody>
): Promise<z.output<typeof createdPasskeySchema>> =>
  transaction(services.pool, actor, async (tx) => {
    await holdSession(tx, sessionId);
    const { userId } = actor;
    const live = liveChallengeOf(services, passkey.response.clientDataJSON, { for: 'registering', userId });
    if (live === null) throw passkeyRefused();
    const made = await verifyRegistration({ origin: services.origin, challenge: live.challenge }, passkey);
    if (made === null || !(await spendChallenge(tx, live))) throw passkeyRefused();
    if ((await findCredentialsOf(tx, userId)).length >= MOST_PASSKEYS) throw tooMany();
    const kept = await insertPasskey(tx, { ...made, id: uuidv7(), user_id: userId, name });
    if (kept === null) throw new Refusal('passkey_known', 'This passkey has been added already.');
    await endSetup(tx, sessionId);
    const recovery_codes = await codesIfNone(tx, userId);
    await reportChange(tx, actor, { id: userId, full_name: actor.fullName }, 'passkey_added');
    return { ...kept, recovery_codes };
  });

/** @throws Refusal `not_found` */
export const updatePasskey = ({ pool }: Services, actor: PersonActor, id: string, name: string): Promise<Passkey> =>
  transaction(pool, actor, async (tx) => {
    const renamed = await renamePasskey(tx, actor.userId, id, name);
    if (renamed === null) throw noPasskey();
    return renamed;
  });

/** @throws Refusal `forbidden`, `proof_required`, `not_found`, `second_factor_mandatory` */
export const deletePasskey = ({ pool }: Services, actor: PersonActor, sessionId: string, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    if ((await deletePasskeyRow(tx, actor.userId, id)) === null) throw noPasskey();
    const was = (await dropCodesIfLast(tx, actor.userId)) ? 'turned_off' : 'passkey_removed';
    if (was === 'turned_off') await assertFactorOptional(tx, actor.userId);
    await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, was);
  });

/** To prove who one is, for `POST /auth/proof` and what asks for the same. @throws Refusal `not_found` */
export async function getProofOptions(services: Services, actor: PersonActor): Promise<Options> {
  const options = await transaction(services.pool, actor, (tx) =>
    optionsFor(tx, services, { for: 'proof', userId: actor.userId })
  );
  if (options === null) throw new Refusal('not_found', 'Your account has no passkey.');
  return options;
}

const noPasskey = () => new Refusal('not_found', 'There is no such passkey.');
const tooMany = () =>
  new Refusal('too_many_passkeys', `You have ${MOST_PASSKEYS} passkeys. Remove one that you no longer use.`);
