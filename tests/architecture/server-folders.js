export const SERVER = 'src/lib/server';
/** Paths in it. */
export const server = (/** @type {string[]} */ ...parts) => parts.map((part) => `${SERVER}/${part}`);
