import { readFileSync } from 'node:fs';

/** What tests and groups are called, and the cases that a table names. */
export const testNamesIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\(|\[)\s*(['"`])((?:(?!\1).)+)\1/gs)].map(([, , name = '']) => name);
