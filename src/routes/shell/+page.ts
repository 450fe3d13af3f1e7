/** The one page that is made at build time; the service worker answers every navigation with it, whatever the address. */
export const prerender = true;
export const ssr = false;
