/** What a procedure says of the points and of the place, as its record keeps it. */

/** Which runs a procedure asks for. */
export const RUNS = ['as_found', 'as_left', 'both'] as const;
/** What a nominal value is counted in. */
export const NOMINAL_KINDS = ['absolute', 'percent_of_span'] as const;

export type PlanPoint = {
  readonly nominal: number;
  readonly kind: (typeof NOMINAL_KINDS)[number];
  /** Whether the point is met rising or falling; null where that does not matter. */
  readonly direction: 'up' | 'down' | null;
  /** How often it is measured. */
  readonly repeats: number;
};
export type NominalPlan = {
  /** Of its absolute values; null: that of the instrument. */
  readonly unit: string | null;
  readonly points: readonly PlanPoint[];
  readonly runs: (typeof RUNS)[number];
};

/** The quantities that an environment is told by. */
export const ENVIRONMENT_QUANTITIES = ['temperature_c', 'relative_humidity_percent', 'pressure_kpa'] as const;
export type EnvironmentQuantity = (typeof ENVIRONMENT_QUANTITIES)[number];
/** From where to where a quantity may lie; null where there is no limit. */
export type EnvironmentLimits = {
  readonly [Q in EnvironmentQuantity]?: { readonly min: number | null; readonly max: number | null } | undefined;
};
