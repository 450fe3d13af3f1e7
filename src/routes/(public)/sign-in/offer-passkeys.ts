import { call } from '#lib/client/api/call.ts';
import { offersPasskeys, stopSuggesting, suggestPasskey } from '#lib/client/session/passkeys.ts';
import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';

/** Before the challenge expires (five minutes), another one is asked for. */
const RENEWED_AFTER_MS = 4 * 60_000;

/**
 * Has the browser offer passkeys in the field of the address, until `signal` aborts; where it cannot, nothing happens. Whatever else asks
 * for a passkey ends it.
 */
export async function offerPasskeys(signal: AbortSignal, use: (passkey: PasskeyAnswer) => void): Promise<void> {
  if (signal.aborted || !(await offersPasskeys())) return;
  let isRenewed = true;
  while (isRenewed) {
    // The form works without.
    const options = await call('getPasskeyOptions', { body: {}, signal }).catch(() => null);
    if (options === null || signal.aborted) return;
    isRenewed = false;
    const renew = setTimeout(() => {
      isRenewed = true;
      stopSuggesting();
    }, RENEWED_AFTER_MS);
    signal.addEventListener('abort', stopSuggesting, { once: true });
    const passkey = await suggestPasskey(options);
    clearTimeout(renew);
    signal.removeEventListener('abort', stopSuggesting);
    if (signal.aborted) return;
    if (passkey !== null) return use(passkey);
  }
}
