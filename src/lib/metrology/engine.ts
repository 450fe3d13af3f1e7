/** The version that every result names: equal engine and equal request give the equal result. */
export const ENGINE = '3.6.1';
