/** Limits of the protocol, in their own file so that the app can use them without the schemas. */

/** Documents in one page of a pull. */
export const MAX_PULL = 1000;
/** Mutations in one push. */
export const MAX_MUTATIONS = 200;
/** Largest body of a push in bytes; above it 413. */
export const MAX_PUSH_BYTES = 16 * 1024 * 1024;
/** Values in one push: its payloads are texts. */
export const MAX_PUSH_VALUES = 20 * (MAX_MUTATIONS + 1);
/** The stream's heartbeat; a device that receives nothing for twice as long reopens it. */
export const HEARTBEAT_SECONDS = 25;
/** Code that the device sets on a quarantined entry: its author's membership ended before it was sent. */
export const SCOPE_LOST = 'scope_lost';
