import type { Services } from '#lib/server/use-cases/services.ts';

/** Headers by which a proxy says for whom it asks. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Says once in the log that a proxy stands in front which the configuration knows nothing of: everybody then comes from the one
 * address of the proxy, and the limits of guessing take them for one.
 * @returns what is to be asked of each request's headers
 */
export function watchForProxy(trustedProxies: number, log: Services['log']): (headers: Headers) => void {
  let isSettled = trustedProxies > 0;
  return (headers) => {
    if (isSettled || !FORWARDED.some((name) => headers.has(name))) return;
    isSettled = true;
    log.warn(
      'a request came through a proxy, but TRUSTED_PROXIES is 0: everybody behind it shares one address, and with it the ' +
        'limits of signing in, registering and mails. Set TRUSTED_PROXIES to the number of proxies in front of Plumbline.'
    );
  };
}
