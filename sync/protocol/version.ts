/**
 * Raised by one with every change of a message that an older device could not live with; `fingerprint.test.ts` fails on a
 * change of any schema until the pinned hash and, where it is needed, this number have been changed with it.
 */
export const PROTOCOL_VERSION = 2;
/** The oldest version that this server still answers; below it: 426 `client_too_old`. */
export const OLDEST_PROTOCOL_VERSION = 1;
/** Request header of every sync call: the version that the device speaks. */
export const PROTOCOL_HEADER = 'plumbline-protocol';
/** The version of the payloads that devices write today; the server reads all versions from 1 on, for ever. */
export const PAYLOAD_VERSION = 1;
