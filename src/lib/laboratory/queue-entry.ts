import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';

/** A saved calibration in the queue, as shown on screens. */
export type QueueEntry = {
  readonly id: string;
  readonly state: 'waiting' | 'sending' | 'applied' | 'refused';
  readonly payload: CreateCalibrationBody;
  readonly asset_label: string;
  readonly channel_label: string;
  readonly created_at: string;
  readonly attempts: number;
  /** It may have been applied: it can be resent unchanged but not corrected. */
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
    /** Why its certificate was held when it was applied. */
    readonly held_for: readonly string[];
  } | null;
  /** Its values before the server's data were restored, if they are now different or not yet known. */
  readonly reportedBefore: { readonly version: number; readonly certificate_number: string | null } | null;
};
