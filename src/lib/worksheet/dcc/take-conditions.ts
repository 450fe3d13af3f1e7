/** What a digital calibration certificate states of the surroundings, and when the item was received. */
import type { DccReading } from '#lib/contracts/dcc.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { converted, unitConversion } from '#lib/laboratory/dcc/convert-unit.ts';
import { ENVIRONMENT } from '#lib/laboratory/plausibility.ts';
import type { EnvironmentFields } from '../sections/environment.ts';

type Condition = DccReading['conditions'][number];
type Field = keyof EnvironmentFields['environment'];
type Taken = { readonly path: string; readonly value: number };

const FIELDS = {
  temperature: { unit: '°C', of: 'temperature_c', named: null },
  // A percentage can be of anything.
  humidity: { unit: '%', of: 'relative_humidity_percent', named: /hum|feucht/iu },
  pressure: { unit: 'kPa', of: 'pressure_kpa', named: null }
} as const satisfies Readonly<Record<Field, unknown>>;

/** A bath or the medium is not the surroundings. */
const ELSEWHERE = /bath|\bbad\b|medium|fluid|liquid|flüssig|water|öl|\boil\b|bain|milieu|fluide|baño|medio/iu;

/**
 * Single values for which the form has a field, in its units. Where a certificate states several of one quantity (at the beginning and at
 * the end, in several places), none of them is chosen.
 */
export function surroundings({ conditions }: Pick<DccReading, 'conditions'>): Partial<Record<Field, Taken>> {
  const taken: Partial<Record<Field, Taken>> = {};
  for (const field of Object.keys(FIELDS) as Field[]) {
    const found = conditions.flatMap((condition) => inField(condition, field) ?? []);
    const [one, ...others] = found;
    if (one && others.length === 0) taken[field] = one;
  }
  return taken;
}

function inField({ path, name, value, unit }: Condition, field: Field): Taken | null {
  const { unit: own, of, named } = FIELDS[field];
  if (unit === null || ELSEWHERE.test(name ?? '')) return null;
  if (named !== null && !named.test(`${name ?? ''} ${unit}`)) return null;
  const conversion = unit.startsWith(own) ? { exponent: 0, offset: 0 } : unitConversion(unit, own);
  if (conversion === null) return null;
  const inOwn = converted(value, conversion);
  const { low, high } = ENVIRONMENT[of].possible;
  return inOwn >= low && inOwn <= high ? { path, value: inOwn } : null;
}

/** Null where it is not a day, or after the calibration. */
export const receiptDay = ({ received_on, calibrated_to }: DccReading): string | null =>
  received_on !== null && isDay(received_on) && received_on <= calibrated_to ? received_on : null;
