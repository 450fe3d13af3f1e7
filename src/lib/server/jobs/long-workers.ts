import { runExport } from '#lib/server/use-cases/exchange/export-assets.ts';
import type { LongWorkers } from '#lib/server/use-cases/long-work/run-operation.ts';

/** What the long work of each kind does. */
export const longWorkers: LongWorkers = {
  assets_export: runExport
};
