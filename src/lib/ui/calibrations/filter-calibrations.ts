import type { CalibrationHeader, CalibrationSort, Judgement } from '#lib/contracts/calibrations.ts';
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import { naturalOrder } from '#lib/laboratory/natural-order.ts';
import { dayHere, isDay } from '#lib/laboratory/calendar-day.ts';
import { matches, searchText, wordsOf } from '../text/plain-text.ts';

type CertificateState = NonNullable<CalibrationHeader['certificate']>['state'];

/** What a list of calibrations is narrowed to; an empty text narrows nothing. */
export type CalibrationListFilter = {
  readonly q: string;
  readonly judgement: Judgement | '';
  readonly person: string;
  readonly from: string;
  readonly to: string;
  readonly organization: string;
  readonly place: string;
  readonly kind: CalibrationHeader['kind'] | '';
  readonly certificate: CertificateState | '';
  /** Received on this day of the device's calendar: what a notification tells of. */
  readonly recorded: string;
  readonly voided: '1' | '';
  readonly sort: CalibrationSort | `-${CalibrationSort}`;
};
export const NO_FILTER: CalibrationListFilter = {
  ...{ q: '', judgement: '', person: '', from: '', to: '', organization: '', place: '', kind: '', certificate: '' },
  ...{ recorded: '', voided: '', sort: '-calibration_date' }
};
const JUDGED: Readonly<Record<Judgement, (calibration: ListedCalibration) => boolean>> = {
  conforms: ({ conforms }) => conforms === true,
  does_not_conform: ({ conforms }) => conforms === false,
  not_judged: ({ conforms }) => conforms === null,
  failed_as_found: ({ profile }) => profile?.as_found === 'fail'
};

export const JUDGEMENTS = Object.keys(JUDGED) as Judgement[];

const inOrder = naturalOrder();
const ascending = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const ORDERS: Readonly<Record<CalibrationSort, (a: ListedCalibration, b: ListedCalibration) => number>> = {
  calibration_date: (a, b) => ascending(a.calibration_date, b.calibration_date),
  recorded_at: (a, b) => ascending(a.recorded_at, b.recorded_at),
  asset: (a, b) => inOrder(a.asset.asset_id, b.asset.asset_id),
  certificate_number: (a, b) => inOrder(a.certificate?.number ?? '', b.certificate?.number ?? '')
};

type Key = keyof CalibrationListFilter;
const KEYS = Object.keys(NO_FILTER) as Key[];
const SORTS: readonly string[] = Object.keys(ORDERS).flatMap((sort) => [sort, `-${sort}`]);
const isOneOf = (texts: readonly string[]) => (text: string) => texts.includes(text);
const isSensible: Partial<Record<Key, (text: string) => boolean>> = {
  judgement: isOneOf(JUDGEMENTS),
  kind: isOneOf(['internal', 'external']),
  from: isDay,
  to: isDay,
  recorded: isDay,
  voided: isOneOf(['1']),
  sort: isOneOf(SORTS)
};

/** The filter that an address names; what it does not name, or misspells, narrows nothing. */
export function filterOfAddress(parameters: URLSearchParams): CalibrationListFilter {
  const entries = KEYS.flatMap((key) => {
    const text = parameters.get(key) ?? '';
    return text !== '' && (isSensible[key]?.(text) ?? true) ? [[key, text]] : [];
  });
  return { ...NO_FILTER, ...(Object.fromEntries(entries) as Partial<CalibrationListFilter>) };
}

/** The address of a filter: `?person=…&sort=asset`, empty where nothing is narrowed. */
export function addressOfFilter(filter: CalibrationListFilter): string {
  const entries = KEYS.filter((key) => filter[key] !== NO_FILTER[key]).map((key) => [key, filter[key]] as const);
  return entries.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(entries)).toString()}`;
}

/** How many fields narrow the list; search and order are seen without opening anything. */
export const countFilters = (filter: CalibrationListFilter): number =>
  KEYS.filter((key) => key !== 'q' && key !== 'sort' && filter[key] !== NO_FILTER[key]).length;

/** What a calibration is found by: the same as the server searches, and who recorded it. */
export const calibrationParts = (calibration: ListedCalibration): readonly (string | null)[] => [
  calibration.certificate?.number ?? null,
  calibration.asset.asset_id,
  calibration.asset.name,
  calibration.lab_certificate_number,
  calibration.lab_name,
  calibration.recorded_by.full_name
];

/** Those that pass every field of the filter, in its order. */
export function findCalibrations(
  calibrations: readonly ListedCalibration[],
  filter: CalibrationListFilter
): ListedCalibration[] {
  const words = wordsOf(filter.q);
  const found = calibrations.filter(
    (calibration) =>
      (filter.voided !== '' || calibration.voided === null) &&
      (filter.judgement === '' || JUDGED[filter.judgement](calibration)) &&
      (filter.person === '' || calibration.recorded_by.id === filter.person) &&
      (filter.from === '' || calibration.calibration_date >= filter.from) &&
      (filter.to === '' || calibration.calibration_date <= filter.to) &&
      (filter.organization === '' || calibration.organization_id === filter.organization) &&
      (filter.place === '' || calibration.calibration_location_id === filter.place) &&
      (filter.kind === '' || calibration.kind === filter.kind) &&
      (filter.certificate === '' || (calibration.certificate?.state ?? 'pending') === filter.certificate) &&
      (filter.recorded === '' || dayHere(new Date(calibration.recorded_at)) === filter.recorded) &&
      (words.length === 0 || matches(searchText(calibration, calibrationParts), words))
  );
  return found.sort(orderOf(filter.sort));
}

function orderOf(sort: CalibrationListFilter['sort']) {
  const descending = sort.startsWith('-');
  const order = ORDERS[sort.replace('-', '') as CalibrationSort];
  // Among equals the last recorded comes first, so that the order is the same whatever the device read first.
  return (a: ListedCalibration, b: ListedCalibration) =>
    (descending ? -order(a, b) : order(a, b)) || ascending(b.recorded_at, a.recorded_at) || ascending(a.id, b.id);
}

export type CalibrationTotals = { readonly all: number } & Readonly<Record<Judgement, number>>;

/** How many of a list conform; voided ones count for nothing. */
export function totalsOf(calibrations: readonly ListedCalibration[]): CalibrationTotals {
  const totals = { all: calibrations.length, conforms: 0, does_not_conform: 0, not_judged: 0, failed_as_found: 0 };
  for (const calibration of calibrations) {
    if (calibration.voided !== null) continue;
    for (const judgement of JUDGEMENTS) if (JUDGED[judgement](calibration)) totals[judgement] += 1;
  }
  return totals;
}
