import type { z } from 'zod';
import type {
  begunTotpSchema,
  confirmTotpBody,
  recoveryCodesSchema,
  SecondFactor
} from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { newTotpSecret, totpUri } from '#lib/server/auth/totp.ts';
import {
  confirmTotp as confirmSecret,
  deleteTotp as deleteSecret,
  findSecondFactor,
  findTotp,
  hasSecondFactor,
  lockUnconfirmedTotp,
  putUnconfirmedTotp
} from '#lib/server/db/second-factors.ts';
import { endSetup } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertFactorOptional } from './required-factor.ts';
import { codesIfNone, dropCodesIfLast, giveCodes } from './give-codes.ts';
import { holdFreshSession, holdSession } from './hold-session.ts';
import { reportChange } from './report-second-factor.ts';
import { requireUser } from './require-user.ts';
import { countingCodes, requireStep, sealTotpSecret } from './use-code.ts';

type Codes = z.output<typeof recoveryCodesSchema>;

export const getSecondFactor = ({ pool }: Services, actor: PersonActor): Promise<SecondFactor> =>
  transaction(pool, actor, (tx) => findSecondFactor(tx, actor.userId));

/**
 * Makes a new secret for an authenticator app; nothing changes for signing in before its first code.
 * @throws Refusal `forbidden`, `proof_required`, `totp_is_on`
 */
export const beginTotp = (
  services: Services,
  actor: PersonActor,
  sessionId: string
): Promise<z.output<typeof begunTotpSchema>> =>
  transaction(services.pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    const { email } = await requireUser(tx, actor.userId);
    const secret = newTotpSecret();
    if (!(await putUnconfirmedTotp(tx, actor.userId, sealTotpSecret(secret, actor.userId, services)))) throw isOn();
    return { secret, uri: totpUri(secret, { email, origin: services.origin }) };
  });

/**
 * Turns the app on with its first code. @returns the recovery codes, this once, if the account had none
 * @throws Refusal `forbidden`, `wrong_code`, `not_found` if no secret waits, `totp_is_on`, `too_many_requests`
 */
export const confirmTotp = (
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { code }: z.output<typeof confirmTotpBody>
): Promise<Codes> =>
  countingCodes(services, actor.userId, () =>
    transaction(services.pool, actor, async (tx) => {
      await holdSession(tx, sessionId);
      const sealed = await lockUnconfirmedTotp(tx, actor.userId);
      if (sealed === null) {
        if ((await findTotp(tx, actor.userId)) !== null) throw isOn();
        throw new Refusal('not_found', 'No authenticator app is being set up, or it took too long. Begin again.');
      }
      await confirmSecret(tx, actor.userId, requireStep(services, actor.userId, sealed, code));
      await endSetup(tx, sessionId);
      const recovery_codes = await codesIfNone(tx, actor.userId);
      await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, 'added');
      return { recovery_codes };
    })
  );

/** Turns the authenticator app off. @throws Refusal `forbidden`, `proof_required`, `not_found`, `second_factor_mandatory` */
export const deleteTotp = ({ pool }: Services, actor: PersonActor, sessionId: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    if (!(await deleteSecret(tx, actor.userId))) throw noFactor();
    const was = (await dropCodesIfLast(tx, actor.userId)) ? 'turned_off' : 'app_removed';
    if (was === 'turned_off') await assertFactorOptional(tx, actor.userId);
    await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, was);
  });

/** Replaces the recovery codes. @throws Refusal `forbidden`, `proof_required`, `not_found` without a second factor */
export const createRecoveryCodes = ({ pool }: Services, actor: PersonActor, sessionId: string): Promise<Codes> =>
  transaction(pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    if (!(await hasSecondFactor(tx, actor.userId))) throw noFactor();
    const recovery_codes = await giveCodes(tx, actor.userId);
    await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, 'new_codes');
    return { recovery_codes };
  });

const isOn = () => new Refusal('totp_is_on', 'An authenticator app is already set up. Turn it off first.');
export const noFactor = () => new Refusal('not_found', 'There is no second factor.');
