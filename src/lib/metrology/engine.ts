/**
 * What every result names: equal engine and equal request give the equal result. The version of the product, and after the sign the
 * engine's own, which rises with whatever changes a bit of any result.
 */
export const ENGINE = '3.6.1+2';
