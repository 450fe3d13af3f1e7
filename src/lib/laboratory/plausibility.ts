/**
 * Plausibility of a record. Device and server refuse impossible values; for unusual ones the device asks once, and the
 * server adds a warning to the record.
 */
import type { Asset } from '#lib/contracts/assets.ts';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { ENVIRONMENT_QUANTITIES, type EnvironmentLimits, type EnvironmentQuantity } from '#lib/records/nominal-plan.ts';
import { addDays } from './calibration-status.ts';

type Environment = NonNullable<CreateCalibrationBody['environment']>;
type Span = { readonly low: number; readonly high: number };

/** Usual ambient conditions for calibrations, and the limits of possible ones. */
export const ENVIRONMENT: Readonly<Record<keyof Environment, { readonly usual: Span; readonly possible: Span }>> = {
  temperature_c: { usual: { low: 0, high: 50 }, possible: { low: -50, high: 80 } },
  relative_humidity_percent: { usual: { low: 5, high: 95 }, possible: { low: 0, high: 100 } },
  pressure_kpa: { usual: { low: 60, high: 115 }, possible: { low: 30, high: 120 } }
};

/** In another time zone it may already be tomorrow. */
const DAYS_AHEAD = 1;
/** A calibration recorded later than this was entered from paper, or its year is mistyped. */
const DAYS_BACK = 2 * 365;
/** How far outside its range an instrument may be read, as a fraction of the range, before a typing error is likely. */
const BEYOND_RANGE = 0.2;

export type Impossibility = {
  readonly code: 'date_in_future' | 'environment_impossible';
  /** The location in the body. */
  readonly path: readonly string[];
  readonly message: string;
};

/** The latest possible date of a calibration. */
export const lastPossibleDay = (today: string): string => addDays(today, DAYS_AHEAD);

/** @param today by the clock of the device or the server that checks the record */
export function impossibilities(
  body: Pick<CreateCalibrationBody, 'calibration_date' | 'environment'>,
  today: string
): Impossibility[] {
  const found: Impossibility[] = [];
  if (body.calibration_date > lastPossibleDay(today)) {
    const message = `The calibration is dated ${body.calibration_date} and today is ${today}: correct the date`;
    found.push({ code: 'date_in_future', path: ['calibration_date'], message });
  }
  for (const quantity of ENVIRONMENT_QUANTITIES) {
    const { low, high } = ENVIRONMENT[quantity].possible;
    if (!isOutside(body.environment?.[quantity], { low, high })) continue;
    const message = `No laboratory works there: ${quantity} lies between ${low} and ${high}`;
    found.push({ code: 'environment_impossible', path: ['environment', quantity], message });
  }
  return found;
}

export const UNUSUAL_FACTS = [
  'date_before_registration',
  'date_long_ago',
  'environment_unusual',
  'environment_outside_procedure',
  'readings_outside_range'
] as const;
export type UnusualFact = (typeof UNUSUAL_FACTS)[number];

export type RecordToJudge = {
  readonly body: Pick<CreateCalibrationBody, 'kind' | 'calibration_date' | 'environment' | 'analysis'>;
  /** The asset or channel. */
  readonly measuring: Pick<Asset, 'range_min' | 'range_max' | 'signal_min' | 'signal_max' | 'unit' | 'measured_unit'>;
  /** Day on which the asset was registered, or first day of use if earlier. */
  readonly registeredOn: string;
  readonly inUseSince: string | null;
  /** Limits of the procedure that was followed; null if it has none. */
  readonly limits: EnvironmentLimits | null;
};

/**
 * Unusual values, as warning codes. An instrument that comes with a certificate was calibrated before it was
 * registered.
 */
export function unusualFacts(
  { body, measuring, registeredOn, inUseSince, limits }: RecordToJudge,
  today: string
): UnusualFact[] {
  const { calibration_date: date, environment } = body;
  const found: UnusualFact[] = [];
  const isExpected = date >= registeredOn || (inUseSince !== null && date >= inUseSince);
  if (body.kind === 'internal' && !isExpected) found.push('date_before_registration');
  if (date < addDays(today, -DAYS_BACK)) found.push('date_long_ago');
  if (ENVIRONMENT_QUANTITIES.some((quantity) => isOutside(environment?.[quantity], ENVIRONMENT[quantity].usual))) {
    found.push('environment_unusual');
  }
  if (quantitiesOutside(environment, limits).length > 0) found.push('environment_outside_procedure');
  if (body.analysis && isReadOutside(body.analysis.request, measuring)) found.push('readings_outside_range');
  return found;
}

/** The quantities of an environment outside the limits of a procedure; unmeasured ones are not checked. */
export const quantitiesOutside = (
  environment: Environment | null | undefined,
  limits: EnvironmentLimits | null
): EnvironmentQuantity[] =>
  ENVIRONMENT_QUANTITIES.filter((quantity) => {
    const { min, max } = limits?.[quantity] ?? { min: null, max: null };
    return isOutside(environment?.[quantity], { low: min ?? -Infinity, high: max ?? Infinity });
  });

type Request = Pick<
  NonNullable<CreateCalibrationBody['analysis']>['request'],
  'points' | 'as_found_points' | 'verification_points' | 'unit' | 'measured_unit'
>;

function isReadOutside(request: Request, measuring: RecordToJudge['measuring']): boolean {
  const { unit, measured_unit: measuredUnit } = measuring;
  const reads = (request.unit || unit) === unit ? widened(measuring.range_min, measuring.range_max) : null;
  const inUnit = !measuredUnit || measuredUnit === unit;
  const shows = inUnit ? reads : widened(measuring.signal_min, measuring.signal_max);
  const isSameSignal = (request.measured_unit || measuredUnit || unit) === (measuredUnit || unit);
  return [request.points, request.as_found_points ?? [], request.verification_points ?? []].some((run) =>
    run.some(
      ({ reference, measured }) =>
        (reads !== null && isOutside(reference, reads)) ||
        (shows !== null && isSameSignal && isOutside(measured, shows))
    )
  );
}

/** The range with a margin; null if it is unknown. */
function widened(a: number | null, b: number | null): Span | null {
  if (a === null || b === null) return null;
  const beyond = BEYOND_RANGE * Math.abs(b - a);
  return { low: Math.min(a, b) - beyond, high: Math.max(a, b) + beyond };
}

const isOutside = (value: number | undefined, { low, high }: Span): boolean =>
  value !== undefined && (value < low || value > high);
