/** The points of the form as typed: rows of readings, by run. */

/** The two readings of a row: before an adjustment, or for the fit of the curve. */
export type Side = 'left' | 'found';
/**
 * A run of the grid: the points of the fit, those before an adjustment, or those measured after the fit to check the
 * curve. Check points have their own rows, whose `left` readings count.
 */
export type Run = Side | 'check';
export type Direction = 'up' | 'down';

export type Reading = {
  readonly reference: string;
  readonly measured: string;
  readonly u_reference: string;
  readonly u_measured: string;
  readonly excluded: boolean;
};
export type ReadingField = Exclude<keyof Reading, 'excluded'>;

export type Row = {
  readonly id: number;
  readonly nominal: string;
  /** Whether the point was approached rising or falling; empty if not stated. */
  readonly direction: Direction | '';
} & Readonly<Record<Side, Reading>>;

/** The fields with rows: the points, the check points, and whether directions count. Row ids are unique in the form. */
export type Rows = {
  readonly rows: readonly Row[];
  /** Points measured after the fit, not included in it. */
  readonly checks: readonly Row[];
  readonly verified: boolean;
  readonly adjusted: boolean;
};

export const EMPTY_READING: Reading = { reference: '', measured: '', u_reference: '', u_measured: '', excluded: false };

/** A row without readings. `id` must be new in its form. */
export function emptyRow(id: number, nominal = '', direction: Direction | '' = ''): Row {
  return { id, nominal, direction, left: EMPTY_READING, found: EMPTY_READING };
}

/** True if nothing was typed into the reading. */
export function isBlank(reading: Reading): boolean {
  return reading.reference.trim() === '' && reading.measured.trim() === '';
}

/** The readings of a row that belong to a run of the grid. */
export const sideOf = (run: Run): Side => (run === 'found' ? 'found' : 'left');

export const rowsOf = ({ rows, checks }: Pick<Rows, 'rows' | 'checks'>, run: Run): readonly Row[] =>
  run === 'check' ? checks : rows;

/** The runs that count, in the order in which they are made. */
export function runsOf({ adjusted, verified }: Rows): readonly Run[] {
  return [...(adjusted ? (['found'] as const) : []), 'left', ...(verified ? (['check'] as const) : [])];
}

/**
 * The run that is typed next once it is said that the instrument was adjusted: readings that were there became those before the
 * adjustment, so that those after it follow; without any, those before it are still to come.
 */
export const runAfterAdjusting = ({ rows }: Pick<Rows, 'rows'>): Run =>
  rows.some(({ found }) => !isBlank(found)) ? 'left' : 'found';
