import { resolve } from 'node:path';

/** Folder of the installation: commands may be started from anywhere. */
export const ROOT = resolve(import.meta.dirname, '../..');
