import type { SupportedProtocol } from '#lib/server/http/device-route.ts';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';

/** The versions of the protocol that this server still answers. */
export const SYNC_PROTOCOL: SupportedProtocol = { header: PROTOCOL_HEADER, oldest: OLDEST_PROTOCOL_VERSION };

/** The version that a device speaks; whoever does not say, the current one. */
export const protocolOf = (request: Request): number =>
  Number(request.headers.get(PROTOCOL_HEADER) ?? PROTOCOL_VERSION);
