import type { SignUpOptions } from '#lib/contracts/accounts.ts';
import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

/** What registering leads to here, and whether mail is sent; null until the server has answered. Call at initialisation. */
export function signUpOptions(): { readonly current: SignUpOptions | null } {
  let options = $state.raw<SignUpOptions | null>(null);
  $effect(() => {
    if (!syncStatus.online || options !== null) return;
    const abort = new AbortController();
    // The pages work without the answer: they say less beforehand.
    call('getSignUpOptions', { signal: abort.signal }).then(
      (answer) => (options = answer),
      () => {}
    );
    return () => abort.abort();
  });
  return {
    get current() {
      return options;
    }
  };
}
