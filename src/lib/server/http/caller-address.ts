import type { RequestEvent } from '@sveltejs/kit';

/**
 * Where a request comes from, for limits, sessions and metrics. Behind proxies (TRUSTED_PROXIES) it is what they say; who comes
 * past them, from the network behind, brings no word of theirs, and the connection's own address counts.
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
