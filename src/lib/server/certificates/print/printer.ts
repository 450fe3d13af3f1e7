import type { Language } from '#lib/contracts/primitives.ts';
import type { CertificateFacts } from '../certificate-facts.ts';
import type { Inline } from '../document/blocks.ts';
import { certificateLabels, type CertificateLabels } from '../labels/certificate-labels.ts';
import { printDate } from './dates.ts';
import { plain } from '../document/phrase.ts';
import { numberPrinter, recordedDecimals, uncertaintyDecimals, type NumberPrinter } from './numbers.ts';
import { differenceUnit, nameBeforeNumber, unitSymbol } from './units.ts';

/** `compact` if slightly less space saves a page. */
export type Density = 'comfortable' | 'compact';

/** Words, numbers and dates in the certificate's language, with the decimals that its uncertainty justifies. */
export type Printer = {
  readonly language: Language;
  readonly density: Density;
  readonly labels: CertificateLabels;
  readonly numbers: NumberPrinter;
  readonly unit: string | null;
  readonly measuredUnit: string | null;
  /** Of errors, uncertainties and tolerances. */
  readonly differenceUnit: string | null;
  /** Of corrected values, errors and uncertainties. */
  readonly decimals: number;
  /** Of the readings as they were recorded. */
  readonly referenceDecimals: number;
  readonly indicationDecimals: number;
  date(day: string | Date): string;
  /** A difference, an uncertainty or a limit in the unit of the reference. */
  quantity(value: number, decimals?: number): readonly Inline[];
  /** A value in that unit. */
  value(value: number, decimals: number): readonly Inline[];
  indication(value: number): readonly Inline[];
};

export function certificatePrinter(facts: CertificateFacts, density: Density): Printer {
  const { language, measuring } = facts.context;
  const numbers = numberPrinter(language);
  const stated = facts.request ?? facts.coefficientsOnly;
  const unit = unitSymbol(stated.unit ?? measuring.unit);
  const measuredUnit = unitSymbol(stated.measured_unit ?? measuring.measured_unit ?? unit);
  const { points = [], as_found_points = [], verification_points = [] } = facts.request ?? {};
  const readings = [...points, ...as_found_points, ...verification_points];
  const decimals = resultDecimals(facts, readings);
  // More than two digits past the uncertainty's last one are meaningless; a recorded resolution is always visible.
  const most = Math.max(decimals + 2, recordedDecimals(measuring.resolution ?? 0));
  const recorded = (values: readonly number[]) =>
    Math.min(
      most,
      values.reduce((max, value) => Math.max(max, recordedDecimals(value)), 0)
    );
  const indicationDecimals = Math.max(
    recordedDecimals(measuring.resolution ?? 0),
    unlimited(readings, unit === measuredUnit, recorded)
  );
  const print: Printer = {
    language,
    density,
    labels: certificateLabels(language),
    numbers,
    unit,
    measuredUnit,
    differenceUnit: differenceUnit(unit),
    decimals,
    referenceDecimals: recorded(readings.map((point) => point.reference)),
    indicationDecimals,
    date: (day) => printDate(day, language, facts.timeZone),
    quantity: (value, own = decimals) => numbers.withUnit(numbers.fixed(value, own), differenceUnit(unit)),
    value: (value, own) => namedOrWithUnit(numbers.fixed(value, own), unit, numbers),
    indication: (value) => namedOrWithUnit(numbers.fixed(value, indicationDecimals), measuredUnit, numbers)
  };
  return print;
}

/** `20.0 °C`; `pH 7.00`. */
export function namedOrWithUnit(
  number: readonly Inline[],
  unit: string | null,
  numbers: NumberPrinter
): readonly Inline[] {
  const name = nameBeforeNumber(unit);
  return name === null ? numbers.withUnit(number, unit) : [...plain(`${name}\u00a0`), ...number];
}

/** Those of the uncertainty; if unknown, those of the readings, so that no error is rounded away. */
function resultDecimals(
  { result, coefficientsOnly }: CertificateFacts,
  readings: readonly { readonly reference: number; readonly measured: number }[]
): number {
  const uncertainty = result ? result.expanded_uncertainty : coefficientsOnly.expanded_uncertainty;
  if (uncertainty > 0) return result ? result.expanded_uncertainty_rounded.decimals : uncertaintyDecimals(uncertainty);
  const recorded = readings.flatMap(({ reference, measured }) => [
    recordedDecimals(reference),
    recordedDecimals(measured)
  ]);
  return Math.min(
    9,
    recorded.reduce((max, own) => Math.max(max, own), 0)
  );
}

/** For indications in another unit the uncertainty of the corrected value does not apply. */
function unlimited(
  points: readonly { readonly measured: number }[],
  sameUnit: boolean,
  limited: (values: readonly number[]) => number
): number {
  const values = points.map((point) => point.measured);
  return sameUnit
    ? limited(values)
    : Math.min(
        9,
        values.reduce((max, value) => Math.max(max, recordedDecimals(value)), 0)
      );
}
