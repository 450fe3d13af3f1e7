/** From the uncertainty as typed to that of the request. */
import type { Capability, Contribution, ReferenceStandard, UncertaintyRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm, ContributionForm } from '../form/calibrate-form.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';

/** Coverage, resolution, reference and the user's own contributions; what cannot be read is told to `reader`. */
export function readUncertainty(form: CalibrateForm, reader: FieldReader): UncertaintyRequest {
  const readings = reader.number('readings_averaged', form.readings_averaged, { whole: true, min: 1, max: 1_000_000 });
  const contributions = form.contributions.map((entry) => readContribution(entry, reader));
  const correlations = form.correlations.map((pair) => readCorrelation(form, pair, reader));
  return defined({
    ...readCoverage(form.coverage, reader),
    resolution: reader.number('resolution', form.resolution, { min: 0 }),
    count_resolution: form.count_resolution ? true : undefined,
    readings_averaged: readings === 1 ? undefined : readings,
    cmc: readCapability(form, reader),
    reference_standard: readReference(form, reader),
    contributions: contributions.length > 0 ? contributions : undefined,
    correlations: correlations.length > 0 ? correlations : undefined
  });
}

/** Whether the capability is that of the record: not for what another laboratory has found. */
export const isOfRecord = ({ kind, capability }: CalibrateForm): boolean => kind === 'internal' && capability !== null;

/** Where the record of the instrument has a capability, it counts whatever was typed; the server puts in the same. */
function readCapability(form: CalibrateForm, reader: FieldReader): Capability | undefined {
  if (isOfRecord(form)) return form.capability ?? undefined;
  const a = reader.number('cmc', form.cmc, { min: 0 });
  const b = reader.number('cmc_share', form.cmc_share, { min: 0 });
  return b === undefined || b === 0 ? a : { a: a ?? 0, b };
}

function readCoverage(coverage: CalibrateForm['coverage'], reader: FieldReader): UncertaintyRequest {
  const dof_rounding = coverage.truncate ? ('truncate' as const) : undefined;
  if (coverage.by === 'k') {
    return defined({
      coverage_factor: reader.number('coverage', coverage.k, { required: true, above: 0 }),
      dof_rounding
    });
  }
  return defined({
    coverage_probability: probability(reader, 'coverage', coverage.percent),
    coverage_method: coverage.dominant ? ('ea_dominant' as const) : undefined,
    dof_rounding
  });
}

/** A probability that is typed in percent; undefined where it was refused. */
export function probability(reader: FieldReader, field: string, percent: string): number | undefined {
  const value = reader.number(field, percent, { required: true, above: 0, max: 99.9999 });
  return value === undefined ? undefined : Number((value / 100).toPrecision(12));
}

function readReference(form: CalibrateForm, reader: FieldReader): ReferenceStandard | undefined {
  if (form.kind === 'internal') {
    if (form.reference === null) return undefined;
    const { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom } = form.reference;
    return { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom };
  }
  const expanded = reader.number('stated.uncertainty', form.stated.uncertainty, { min: 0 });
  const k = reader.number('stated.k', form.stated.k, { above: 0 });
  const nu = reader.number('stated.degrees_of_freedom', form.stated.degrees_of_freedom, { above: 0 });
  if (expanded === undefined) return undefined;
  return {
    expanded_uncertainty: expanded,
    coverage_factor: k ?? 2,
    ...(nu === undefined ? {} : { degrees_of_freedom: nu })
  };
}

/** Whether the value may be an expanded uncertainty, to be divided by a coverage factor. */
export const takesFactor = ({ distribution }: Pick<ContributionForm, 'distribution'>): boolean =>
  distribution === 'normal' || distribution === 'student_t';

function readContribution(entry: ContributionForm, reader: FieldReader): Contribution {
  const place = `contributions.${entry.id}`;
  if (entry.name.trim() === '') reader.refuse(`${place}.name`, 'missing');
  return defined({
    name: entry.name.trim(),
    source: entry.source,
    type: entry.type,
    distribution: entry.distribution,
    value: reader.number(`${place}.value`, entry.value, { required: true, min: 0 }) ?? 0,
    value_kind: entry.value_kind,
    k: takesFactor(entry) ? reader.number(`${place}.k`, entry.k, { above: 0 }) : undefined,
    divisor: reader.number(`${place}.divisor`, entry.divisor, { above: 0 }),
    beta:
      entry.distribution === 'trapezoidal'
        ? reader.number(`${place}.beta`, entry.beta, { required: true, min: 0, max: 1 })
        : undefined,
    acts_on: entry.acts_on,
    sensitivity: reader.number(`${place}.sensitivity`, entry.sensitivity),
    degrees_of_freedom: reader.number(`${place}.degrees_of_freedom`, entry.degrees_of_freedom, {
      required: entry.type === 'A',
      above: 0
    })
  });
}

function readCorrelation(
  { contributions }: CalibrateForm,
  pair: CalibrateForm['correlations'][number],
  reader: FieldReader
): { a: string; b: string; r: number } {
  const place = `correlations.${pair.id}`;
  // An own contribution is meant by its number, so that a new name does not part it from its correlations.
  const nameOf = (side: 'a' | 'b') => {
    const own = contributions.find(({ id }) => `#${id}` === pair[side]);
    const name = own?.name.trim() ?? (pair[side].startsWith('#') ? '' : pair[side]);
    if (name === '') reader.refuse(`${place}.${side}`, 'missing');
    return name;
  };
  const r = reader.number(`${place}.r`, pair.r, { required: true, min: -1, max: 1 }) ?? 0;
  return { a: nameOf('a'), b: nameOf('b'), r };
}
