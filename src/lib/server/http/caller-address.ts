import type { RequestEvent } from '@sveltejs/kit';

/**
 * The address of the caller, for limits, sessions and metrics. Behind proxies (TRUSTED_PROXIES) it is the one they
 * forward; for direct connections without forwarded headers, it is that of the connection.
 */
export function callerAddress({
  getClientAddress,
  platform
}: Pick<RequestEvent, 'getClientAddress' | 'platform'>): string {
  try {
    return getClientAddress();
  } catch (thrown) {
    const own = platform?.req?.socket.remoteAddress;
    if (own === undefined) throw thrown;
    return own;
  }
}
