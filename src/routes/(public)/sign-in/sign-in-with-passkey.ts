import { call } from '#lib/client/api/call.ts';
import { askPasskey } from '#lib/client/session/passkeys.ts';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import { session } from '#lib/client/session/session.svelte.ts';

/** Signs in with a passkey: as second factor if one is due, otherwise alone. @throws ApiError, OfflineError, PasskeyFailed */
export async function signInWithPasskey(remember: boolean): Promise<void> {
  const challenge = session.secondFactor?.challenge;
  const passkey = await askPasskey(
    await call('getPasskeyOptions', { body: challenge === undefined ? {} : { challenge } })
  );
  if (challenge !== undefined) return session.finishSignIn({ passkey });
  await enterWithPasskey(passkey, remember);
}

/** Signs in with the answer of a passkey alone. @throws ApiError, OfflineError */
export async function enterWithPasskey(passkey: PasskeyAnswer, remember: boolean): Promise<void> {
  const { access_token } = await call('signInWithPasskey', { body: { passkey, remember } });
  await session.enterBy(access_token, remember);
}
