/** From tolerance and rule as typed to those of the request. */
import type { ConformityRequest, Population, TolerancePart } from '#lib/metrology/types.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { probability } from './read-uncertainty.ts';

/** The decision asked for; undefined without a tolerance. What cannot be read is told to `reader`. */
export function readConformity(form: CalibrateForm, reader: FieldReader): ConformityRequest | undefined {
  const tolerance: TolerancePart[] = [];
  form.tolerance.forEach((part, i) => {
    const lower = reader.number(`tolerance.${i}.lower`, part.lower);
    const upper = reader.number(`tolerance.${i}.upper`, part.upper);
    if (lower !== undefined && upper !== undefined && lower > upper)
      reader.refuse(`tolerance.${i}.lower`, 'tolerance_order');
    if (lower !== undefined || upper !== undefined) {
      tolerance.push({ kind: part.kind, lower: lower ?? null, upper: upper ?? null });
    }
  });
  if (tolerance.length === 0) return undefined;
  return defined({
    tolerance,
    span: needsSpan(form) ? reader.number('span', form.span, { required: true, above: 0 }) : undefined,
    judge: form.judge === 'default' ? undefined : form.judge,
    rule: form.rule,
    guard_band_factor:
      form.rule === 'guard_band'
        ? (reader.number('guard_band_factor', form.guard_band_factor, { min: -1, max: 10 }) ?? 1)
        : undefined,
    max_false_accept:
      form.rule === 'guard_band_risk' ? probability(reader, 'max_false_accept', form.max_false_accept) : undefined,
    target_pfa: form.rule === 'target_pfa' ? probability(reader, 'target_pfa', form.target_pfa) : undefined,
    population: readPopulation(form.population, reader)
  });
}

function readPopulation(typed: CalibrateForm['population'], reader: FieldReader): Population | undefined {
  const { by, share, deviation, mean } = typed;
  if (by === 'none') return undefined;
  return defined({
    mean: reader.number('population.mean', mean),
    in_tolerance: by === 'share' ? probability(reader, 'population.share', share) : undefined,
    standard_deviation:
      by === 'deviation' ? reader.number('population.deviation', deviation, { required: true, above: 0 }) : undefined
  });
}

/** Whether a tolerance or a contribution is stated in percent of the span. */
export function needsSpan({ tolerance, contributions }: CalibrateForm): boolean {
  return [...tolerance.map(({ kind }) => kind), ...contributions.map((entry) => entry.value_kind)].includes(
    'percent_of_span'
  );
}
