import { createHash, timingSafeEqual } from 'node:crypto';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Headers added by proxies: the request came from elsewhere, even if the proxy is on this machine. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/**
 * With a METRICS_TOKEN, only callers who send it can read the metrics; without one, only this machine, and no proxy on
 * it.
 */
export function mayReadMetrics(token: string | undefined, request: Request, address: string): boolean {
  if (token === undefined) {
    return LOOPBACK.test(address) && !FORWARDED.some((header) => request.headers.has(header));
  }
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${token}`));
}
