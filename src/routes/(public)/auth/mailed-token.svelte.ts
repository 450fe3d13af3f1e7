import { goto } from '$app/navigation';
import { page } from '$app/state';

/**
 * The token that the page's address carried, which is then taken out of the address bar and the history: neither a look over the
 * shoulder nor a copied address gives it away. Reloading forgets it; the link in the mail still works then, for nothing used it.
 * Call at initialisation.
 */
export function mailedToken(): { readonly current: string } {
  let token = $state('');
  $effect(() => {
    const carried = page.url.searchParams.get('token');
    if (carried === null) return;
    token = carried;
    void goto(page.url.pathname, { replaceState: true, keepFocus: true, noScroll: true });
  });
  return {
    get current() {
      return token === '' ? (page.url.searchParams.get('token') ?? '') : token;
    }
  };
}
