/** One kind of instruments of the demonstration laboratory: what they measure, how well, and against which reference. */
export type Family = {
  readonly prefix: string;
  readonly category: string;
  readonly quantity: string;
  readonly unit: string;
  readonly measuredUnit?: string;
  /** The instrument's output at both ends of its range, in measuredUnit. */
  readonly signal?: readonly [number, number];
  readonly range: readonly [number, number];
  readonly resolution: number;
  readonly tolerance: number;
  /** `null`: calibrated by an outside laboratory. */
  readonly reference: string | null;
  readonly nominals: readonly number[];
  /**
   * The reference has a fixed value: a weight, a buffer. Otherwise it is set at each point, close to the nominal value.
   */
  readonly isSteady?: true;
  /** Standard deviation of a reading, in units of the measured quantity. */
  readonly noise: number;
  /** Typical error at full scale and its drift per year, as fractions of the tolerance. */
  readonly error: number;
  readonly drift: number;
  readonly degree: 1 | 2;
  readonly manufacturers: readonly (readonly [string, string])[];
  readonly names: readonly string[];
  readonly interval: number;
  readonly channels?: readonly string[];
};

/** Nominal points at equal distances, both ends included. */
export const evenly = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
