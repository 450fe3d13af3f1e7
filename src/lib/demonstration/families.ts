import { CLIMATE_FAMILIES } from './families-climate.ts';
import { PROCESS_FAMILIES } from './families-process.ts';
import type { Family } from './family.ts';

/** All kinds of instruments of the demonstration laboratory. */
export const FAMILIES: readonly Family[] = [...CLIMATE_FAMILIES, ...PROCESS_FAMILIES];
