/** The points and the environment of a procedure, as stored in its record. */

/** The runs that a procedure requires. */
export const RUNS = ['as_found', 'as_left', 'both'] as const;
/** The unit of nominal values. */
export const NOMINAL_KINDS = ['absolute', 'percent_of_span'] as const;

export type PlanPoint = {
  readonly nominal: number;
  readonly kind: (typeof NOMINAL_KINDS)[number];
  /** Whether the point is approached rising or falling; null if it does not matter. */
  readonly direction: 'up' | 'down' | null;
  /** How often it is measured. */
  readonly repeats: number;
};
export type NominalPlan = {
  /** Unit of absolute values; null: the unit of the instrument. */
  readonly unit: string | null;
  readonly points: readonly PlanPoint[];
  readonly runs: (typeof RUNS)[number];
};

/** The quantities of an environment. */
export const ENVIRONMENT_QUANTITIES = ['temperature_c', 'relative_humidity_percent', 'pressure_kpa'] as const;
export type EnvironmentQuantity = (typeof ENVIRONMENT_QUANTITIES)[number];
/** The limits of a quantity; null for no limit. */
export type EnvironmentLimits = {
  readonly [Q in EnvironmentQuantity]?: { readonly min: number | null; readonly max: number | null } | undefined;
};
