import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';

/** A saved calibration on its way, as screens show it. */
export type QueueEntry = {
  readonly id: string;
  readonly state: 'waiting' | 'sending' | 'applied' | 'refused';
  readonly payload: CreateCalibrationBody;
  readonly asset_label: string;
  readonly channel_label: string;
  readonly created_at: string;
  readonly attempts: number;
  /** May have been applied: it can be sent again as it is, and not be corrected. */
  readonly in_doubt: boolean;
  readonly last_error:
    | readonly {
        readonly code: string;
        readonly detail: string;
        readonly issues: readonly { readonly loc: readonly string[]; readonly msg: string; readonly type: string }[];
        readonly context?: Readonly<Record<string, unknown>>;
      }[]
    | null;
  readonly applied: {
    readonly version: number | null;
    readonly calibration_id: string;
    /** What its certificate was held for when it was applied. */
    readonly held_for: readonly string[];
  } | null;
  /** What it was before the server's data were put back, where it is something else now or is not known yet. */
  readonly told: { readonly version: number; readonly certificate_number: string | null } | null;
};
