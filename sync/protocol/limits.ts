/** Numbers of the protocol, apart from the schemas so that the app needs none of these to know them. */

/** Documents in one page of a pull. */
export const MAX_PULL = 1000;
/** Mutations in one push. */
export const MAX_MUTATIONS = 200;
/** What the server reads of one push; above it 413. */
export const MAX_PUSH_BYTES = 16 * 1024 * 1024;
/** Values in one push: its payloads are texts. */
export const MAX_PUSH_VALUES = 20 * (MAX_MUTATIONS + 1);
/** The stream's heartbeat; a device that hears nothing for twice as long opens it anew. */
export const HEARTBEAT_SECONDS = 25;
/** Code that the device itself gives a quarantined entry: its author's membership ended while it was unsent. */
export const SCOPE_LOST = 'scope_lost';
