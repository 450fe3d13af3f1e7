import { createHash, timingSafeEqual } from 'node:crypto';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** What proxies add: the request began elsewhere, though its connection may come from a proxy on this very machine. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded'];

/** With a METRICS_TOKEN only who sends it may read the metrics; without one only this machine may, and no proxy on it. */
export function mayReadMetrics(token: string | undefined, request: Request, address: string): boolean {
  if (token === undefined) {
    return LOOPBACK.test(address) && !FORWARDED.some((header) => request.headers.has(header));
  }
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${token}`));
}
