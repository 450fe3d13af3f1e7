import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';

/** A member of the demonstration's staff: the manager, or one of its technicians by number. */
export type Author = 'manager' | number;

/** What filling the laboratory needs of an asset. */
export type MadeAsset = { readonly id: string; readonly channels: readonly { readonly id: string }[] };

/**
 * The ways by which the demonstration laboratory is filled: the API for `npm run demo`, the use cases on the server. Bodies are those of
 * the API. Each makes only what is not there yet.
 */
export type Doors = {
  /** Calendar date of today, from which all dates are counted. */
  readonly today: string;
  readonly technicians: number;
  /** @returns the id */
  readonly location: (name: string, isLaboratory: boolean) => Promise<string>;
  readonly asset: (body: { readonly asset_id: string } & Readonly<Record<string, unknown>>) => Promise<MadeAsset>;
  readonly analyze: (request: AnalysisRequest) => Promise<AnalysisResult>;
  /** @param name identifies the calibration in the laboratory. @returns the id */
  readonly record: (by: Author, name: string, body: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly voidCalibration: (id: string, reason: string) => Promise<void>;
  readonly retire: (assetId: string) => Promise<void>;
  readonly takeOutOfService: (assetId: string, reason: string) => Promise<void>;
  /** An asset, named in words, is next; `done` of `total` are finished. */
  readonly progress: (what: string, done: number, total: number) => Promise<void>;
  /** Runs what enters the years of history, of which nobody needs to be notified. */
  readonly quietly: (act: () => Promise<void>) => Promise<void>;
};
