import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Verdict } from '#lib/metrology/types.ts';

type Issue = { readonly loc: readonly string[]; readonly msg: string; readonly type: string };
/** A queue entry as far as its row shows it. */
export type QueueRowView = {
  readonly id: string;
  readonly state: 'waiting' | 'sending' | 'applied' | 'refused';
  readonly payload: CreateCalibrationBody;
  readonly asset_label: string;
  readonly channel_label: string;
  readonly created_at: string;
  readonly attempts: number;
  readonly in_doubt: boolean;
  readonly last_error:
    | readonly {
        readonly code: string;
        readonly detail: string;
        readonly issues: readonly Issue[];
        readonly context?: Readonly<Record<string, unknown>>;
      }[]
    | null;
  readonly applied: {
    readonly version: number | null;
    readonly calibration_id: string;
    /** What its certificate was held for when it was applied. */
    readonly held_for: readonly string[];
  } | null;
  readonly told: { readonly version: number; readonly certificate_number: string | null } | null;
};

export type QueueGroups<E> = {
  readonly refused: readonly E[];
  readonly unsent: readonly E[];
  readonly applied: readonly E[];
};

/** What needs its author first, then what waits, then what has arrived. */
export const groupQueue = <E extends Pick<QueueRowView, 'state'>>(entries: readonly E[]): QueueGroups<E> => ({
  refused: entries.filter(({ state }) => state === 'refused'),
  unsent: entries.filter(({ state }) => state === 'waiting' || state === 'sending'),
  applied: entries.filter(({ state }) => state === 'applied')
});

export type PayloadFacts = {
  readonly points: number;
  readonly asFound: Verdict | null;
  readonly asLeft: Verdict | null;
  /** Rounded text of U with its unit; null without a result. */
  readonly uncertainty: string | null;
};

/** What a queued calibration says of itself, read from its payload without computing anything. */
export function payloadFacts({ analysis, coefficients_only }: CreateCalibrationBody): PayloadFacts {
  const conformity = analysis?.result.conformity;
  const unit = analysis?.request.unit ?? coefficients_only?.unit ?? '';
  const rounded =
    analysis?.result.expanded_uncertainty_rounded.text ?? coefficients_only?.expanded_uncertainty.toString();
  return {
    points: analysis?.request.points.length ?? 0,
    asFound: conformity?.as_found ?? null,
    asLeft: conformity?.as_left ?? null,
    uncertainty: rounded === undefined ? null : `${rounded}${unit ? `\u202f${unit}` : ''}`
  };
}

/** Where a refused calibration is corrected: the calibrate page, filled with what was saved. */
export function correctHref({ id, payload }: Pick<QueueRowView, 'id' | 'payload'>): string {
  const channel = payload.channel_id ? `channel=${payload.channel_id}&` : '';
  return `/assets/${encodeURIComponent(payload.asset_ref)}/calibrate?${channel}correct=${id}`;
}

/** The record of an entry: as the server keeps it, or as it waits on this device. */
export const recordHref = ({ id, applied }: Pick<QueueRowView, 'id' | 'applied'>): string =>
  applied ? `/calibrations/${applied.calibration_id}` : `/calibrations/queued/${id}`;
