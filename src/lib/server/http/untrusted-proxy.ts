import type { Services } from '#lib/server/use-cases/services.ts';

/** Headers with which a proxy forwards the caller's address. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/**
 * Warns once in the log about a proxy that is not configured: all callers then have the proxy's address, and the limits
 * on guessing treat them as one. @returns a function that checks the headers of each request
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
