/**
 * Raised by one with every message change that is incompatible with older devices; `fingerprint.test.ts` fails on a
 * change of any schema until the pinned hash and, if needed, this number are updated.
 */
export const PROTOCOL_VERSION = 3;
/** From this version on, a device finds the points of a calibration in its result; before, they were beside it, too. */
export const POINTS_APART = 3;
/** The oldest version that this server still supports; below it: 426 `client_too_old`. */
export const OLDEST_PROTOCOL_VERSION = 1;
/** Request header of every sync call: the protocol version of the device. */
export const PROTOCOL_HEADER = 'plumbline-protocol';
/** The version of the payloads that devices write today; the server will always read all versions from 1 on. */
export const PAYLOAD_VERSION = 1;
