import type { OidcOptions } from '#lib/contracts/oidc.ts';
import { call } from '#lib/client/api/call.ts';
import { syncStatus } from '#lib/client/state/sync-status.svelte.ts';

/** Whether there is an identity provider to sign in with; null until the server has answered. Call at initialisation. */
export function oidcOptions(): { readonly current: OidcOptions | null } {
  let options = $state.raw<OidcOptions | null>(null);
  $effect(() => {
    if (!syncStatus.online || options !== null) return;
    const abort = new AbortController();
    // Without an answer, people sign in as usual.
    call('getOidc', { signal: abort.signal }).then(
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
