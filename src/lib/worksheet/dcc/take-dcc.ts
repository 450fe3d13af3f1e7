/** A digital calibration certificate (PTB DCC) as a calibration of an external laboratory. */
import type { DccProposal, DccReading } from '#lib/contracts/dcc.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { converted, convertedDifference, unitConversion } from '#lib/laboratory/dcc/convert-unit.ts';
import { MAX_POINTS_SAVED, type Point } from '#lib/metrology/types.ts';
import type { Edit } from '../edits/form-edits.ts';
import { points as pointsSection } from '../sections/points.ts';
import type { UnitFields } from '../sections/units.ts';
import { receiptDay, surroundings } from './take-conditions.ts';

/** The tables of the certificate that are taken over, by their XPath; null: none. */
export type DccChoice = { readonly left: string | null; readonly found: string | null };

export type DccNote =
  /** The certificate has no table with a reference value and an indication or an error. */
  | { readonly code: 'no_points' }
  /** `own` is the unit of the form, which becomes that of the certificate. */
  | { readonly code: 'other_unit'; readonly stated: string; readonly own: string }
  | { readonly code: 'unknown_unit'; readonly own: string }
  | { readonly code: 'no_uncertainty' }
  /** U is stated in a unit that is not that of the reference value, as of a resistance. */
  | { readonly code: 'other_uncertainty'; readonly stated: string }
  /** U differs from point to point, and the largest of `least` to `most` counts for all. */
  | { readonly code: 'uncertainty_varies'; readonly least: number; readonly most: number; readonly unit: string }
  | { readonly code: 'too_many_points'; readonly n: number };

export type DccTaken = {
  readonly points: readonly Point[];
  readonly asFound: readonly Point[];
  readonly units: UnitFields;
  /** U and k that count for all points; null if the certificate states none. */
  readonly stated: { readonly expanded_uncertainty: number; readonly coverage_factor: number } | null;
  /** U of each point in the unit of the reference value, for reading: the form has one for all. Empty if it is the same for all, or none is taken. */
  readonly each: readonly (number | null)[];
  readonly notes: readonly DccNote[];
};

/** The results after an adjustment, with those before it if the certificate has both. */
export function firstChoice({ proposals, results }: Pick<DccReading, 'proposals' | 'results'>): DccChoice {
  const stageOf = (path: string) => results.find((result) => result.path === path)?.adjustment ?? null;
  const left = proposals.find(({ path }) => stageOf(path) !== 'before') ?? proposals[0];
  const before = proposals.find(({ path }) => stageOf(path) === 'before' && path !== left?.path);
  return { left: left?.path ?? null, found: before?.path ?? null };
}

/** What is taken over, in the units of the instrument where they can be converted. */
export function takeFrom({ proposals }: Pick<DccReading, 'proposals'>, choice: DccChoice, own: UnitFields): DccTaken {
  const of = (path: string | null) => proposals.find((proposal) => proposal.path === path);
  const [left, found] = [of(choice.left), of(choice.found)];
  if (!left) return { points: [], asFound: [], units: own, stated: null, each: [], notes: [{ code: 'no_points' }] };
  const ownMeasured = own.measured_unit.trim() || own.unit;
  const reference = inUnit(left.unit, own.unit);
  // Of one unit there is one thing to say.
  const isOneUnit = left.measured_unit === left.unit && ownMeasured === own.unit;
  const measured = isOneUnit ? reference : inUnit(left.measured_unit, ownMeasured);
  const same = reference.unit === measured.unit;
  const convert = (proposal: DccProposal | undefined): readonly Point[] =>
    (proposal?.points ?? []).map((point) => ({
      reference: reference.convert(point.reference),
      measured: measured.convert(point.measured)
    }));
  const count = Math.max(left.points.length, found?.points.length ?? 0);
  const { stated, each, note } = statedOf(left, reference.unit);
  const notes = [
    ...reference.notes,
    ...(isOneUnit ? [] : measured.notes),
    ...note,
    ...(count > MAX_POINTS_SAVED ? [{ code: 'too_many_points', n: count } as const] : [])
  ];
  return {
    points: convert(left),
    asFound: convert(found),
    units: { unit: reference.unit, measured_unit: same ? own.measured_unit && measured.unit : measured.unit },
    stated,
    each,
    notes
  };
}

type InUnit = {
  readonly unit: string;
  readonly convert: (value: number) => number;
  readonly notes: readonly DccNote[];
};

function inUnit(stated: string | null, own: string): InUnit {
  const asStated = (unit: string, notes: readonly DccNote[]): InUnit => ({
    unit,
    convert: (value) => value,
    notes
  });
  if (stated === null) return asStated(own, [{ code: 'unknown_unit', own }]);
  if (own.trim() === '') return asStated(stated, []);
  const conversion = unitConversion(stated, own);
  if (conversion === null) return asStated(stated, [{ code: 'other_unit', stated, own }]);
  return {
    unit: own,
    convert: (value) => converted(value, conversion),
    notes: []
  };
}

/**
 * The point with the largest standard uncertainty decides: a record has one U of an external certificate, in the unit of the reference
 * value, common to all points. An own `u_reference` of each point would be taken as independent from point to point, and the U of the
 * laboratory's standard, which all of them share, would shrink with their number (design/metrology.md).
 */
function statedOf(
  { points, uncertainty_unit }: DccProposal,
  unit: string
): Pick<DccTaken, 'stated' | 'each'> & { readonly note: readonly DccNote[] } {
  const all = points.flatMap(({ expanded_uncertainty: U, coverage_factor: k }) =>
    U === null || k === null ? [] : [{ expanded_uncertainty: U, coverage_factor: k }]
  );
  if (all.length === 0) return { stated: null, each: [], note: [{ code: 'no_uncertainty' }] };
  // A difference of temperatures is in kelvin, that of indications perhaps in ohm.
  const conversion = uncertainty_unit === null ? null : unitConversion(uncertainty_unit, unit);
  if (conversion === null)
    return { stated: null, each: [], note: [{ code: 'other_uncertainty', stated: uncertainty_unit ?? '?' }] };
  const standard = (one: NonNullable<DccTaken['stated']>) => one.expanded_uncertainty / one.coverage_factor;
  const [first, ...rest] = all
    .map((one) => ({ ...one, expanded_uncertainty: convertedDifference(one.expanded_uncertainty, conversion) }))
    .toSorted((a, b) => standard(b) - standard(a));
  const most = first?.expanded_uncertainty ?? 0;
  const least = rest.at(-1)?.expanded_uncertainty ?? most;
  const varies = least !== most || all.length < points.length;
  const each = points.map(({ expanded_uncertainty: U, coverage_factor: k }) =>
    U === null || k === null ? null : convertedDifference(U, conversion)
  );
  return {
    stated: first ?? null,
    each: varies ? each : [],
    note: varies ? [{ code: 'uncertainty_varies', least, most, unit }] : []
  };
}

/** Fills the form; one undo step. Fields of which the certificate says nothing stay. */
export function applyDcc(reading: DccReading, taken: DccTaken): Edit {
  return (form) => {
    let next = form.next_id;
    const { laboratory, certificate_number, calibrated_to } = reading;
    const around = Object.entries(surroundings(reading)).map(([field, { value }]) => [field, String(value)] as const);
    const rows =
      taken.points.length === 0
        ? {}
        : pointsSection.fromRequest(
            { points: taken.points, ...(taken.asFound.length > 0 ? { as_found_points: taken.asFound } : {}) },
            form,
            () => next++
          );
    const filled = {
      ...form,
      ...rows,
      ...(taken.points.length > 0 ? { external_content: 'points' as const } : {}),
      ...taken.units,
      kind: 'external' as const,
      lab: {
        name: laboratory.name,
        certificate_number,
        accreditation: laboratory.code ?? form.lab.accreditation
      },
      stated: taken.stated
        ? {
            uncertainty: String(taken.stated.expanded_uncertainty),
            k: String(taken.stated.coverage_factor),
            degrees_of_freedom: ''
          }
        : form.stated,
      environment: { ...form.environment, ...Object.fromEntries(around) },
      received_on: receiptDay(reading) ?? form.received_on,
      calibration_date: isDay(calibrated_to) ? calibrated_to : form.calibration_date
    };
    return { ...filled, next_id: next };
  };
}

export type DccInstrument = {
  readonly asset_id: string;
  readonly serial_number: string | null;
  /** The name of its channel, where it is calibrated by channels. */
  readonly channel?: string;
};

/** Whether the certificate is of this instrument or of this channel of it, as far as its identifications tell. */
export function isOfInstrument({ items }: Pick<DccReading, 'items'>, instrument: DccInstrument): boolean {
  const plain = (text: string) => text.replace(/[\s./_-]+/gu, '').toLowerCase();
  const own = [instrument.asset_id, instrument.serial_number ?? '', instrument.channel ?? '']
    .map(plain)
    .filter(Boolean);
  return items.some(({ identifications }) => identifications.some(({ value }) => own.includes(plain(value))));
}
