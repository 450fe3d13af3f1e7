/** The words of a recall, for contracts, rules and screens. */
export const RECALL_CAUSES = ['out_of_tolerance', 'voided', 'suspected'] as const;
export type RecallCause = (typeof RECALL_CAUSES)[number];

/** What became of a calibration whose reference was wrong; `undetermined` where its numbers cannot be computed again. */
export const RECALL_CLASSES = ['flipped', 'weakened', 'undetermined', 'unchanged'] as const;
export type RecallClass = (typeof RECALL_CLASSES)[number];

/** Why a calibration cannot be computed again. */
export const RECALL_OBSTACLES = [
  'no_readings',
  'reference_error_unknown',
  'rests_on_undetermined',
  'analysis_failed'
] as const;
export type RecallObstacle = (typeof RECALL_OBSTACLES)[number];

/** What is decided about a calibration. */
export const DISPOSITIONS = ['no_action', 'inform_customer', 'recall_instrument', 'repeat'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];
/** Those after which a certificate stays under review until it is voided or replaced. */
export const STILL_UNDER_REVIEW: readonly Disposition[] = ['recall_instrument', 'repeat'];

/** Calibrations of a recall that are decided about, or named in letters, in one request. */
export const MOST_DECIDED = 1000;
