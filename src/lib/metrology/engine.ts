/**
 * The engine's version, part of every result: the same engine and request give the same result. The version of the
 * product, and after the plus sign the engine's own, which increases with every change that affects a bit of any
 * result.
 */
export const ENGINE = '3.6.1+6';
