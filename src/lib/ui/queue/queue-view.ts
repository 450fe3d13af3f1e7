import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import { pathOfAsset } from '../frame/asset-href.ts';
import { judgedMoments, type JudgedMoment } from '../result/judged-moments.ts';

export type QueueGroups<E> = {
  readonly refused: readonly E[];
  readonly unsent: readonly E[];
  readonly applied: readonly E[];
};

/** What needs its author first, then what waits, then what has arrived. */
export const groupQueue = <E extends Pick<QueueEntry, 'state'>>(entries: readonly E[]): QueueGroups<E> => ({
  refused: entries.filter(({ state }) => state === 'refused'),
  unsent: entries.filter(({ state }) => state === 'waiting' || state === 'sending'),
  applied: entries.filter(({ state }) => state === 'applied')
});

export type PayloadFacts = {
  readonly points: number;
  readonly judged: readonly JudgedMoment[];
  /** Rounded text of U with its unit; null without a result. */
  readonly uncertainty: string | null;
};

/** What a queued calibration says of itself, read from its payload without computing anything. */
export function payloadFacts({ analysis, coefficients_only }: CreateCalibrationBody): PayloadFacts {
  const result = analysis?.result ?? null;
  const unit = analysis?.request.unit ?? coefficients_only?.unit ?? '';
  const rounded = result?.expanded_uncertainty_rounded.text ?? coefficients_only?.expanded_uncertainty.toString();
  return {
    points: analysis?.request.points.length ?? 0,
    judged: judgedMoments(result, null, result?.as_found_points !== undefined),
    uncertainty: rounded === undefined ? null : `${rounded}${unit ? `\u202f${unit}` : ''}`
  };
}

/** Where a refused calibration is corrected: the calibrate page, filled with what was saved. */
export function correctHref({ id, payload }: Pick<QueueEntry, 'id' | 'payload'>): string {
  const channel = payload.channel_id ? `channel=${payload.channel_id}&` : '';
  return pathOfAsset(payload.asset_ref, `/calibrate?${channel}correct=${id}`);
}

/** The record of an entry: as the server keeps it, or as it waits on this device. */
export const recordHref = ({ id, applied }: Pick<QueueEntry, 'id' | 'applied'>): string =>
  applied ? `/calibrations/${applied.calibration_id}` : `/calibrations/queued/${id}`;
