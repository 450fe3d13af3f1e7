import { createHash, timingSafeEqual } from 'node:crypto';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** With a METRICS_TOKEN only who sends it may read the metrics; without one only this machine may. */
export function mayReadMetrics(token: string | undefined, request: Request, address: string): boolean {
  if (token === undefined) return LOOPBACK.test(address);
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${token}`));
}
