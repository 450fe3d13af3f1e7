import type { SupportedProtocol } from '#lib/server/http/device-route.ts';
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_HEADER } from '#sync/protocol/version.ts';

/** The versions of the protocol that this server still answers. */
export const SYNC_PROTOCOL: SupportedProtocol = { header: PROTOCOL_HEADER, oldest: OLDEST_PROTOCOL_VERSION };
