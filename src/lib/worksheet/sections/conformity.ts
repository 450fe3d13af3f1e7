/** The requested statement of conformity: tolerance and decision rule. */
import type { Asset } from '#lib/contracts/assets.ts';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { ConformityRequest, DecisionRule, Judge, TolerancePart, ValueKind } from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { numberText } from '../typed/number-text.ts';
import { percentText, readPercent } from '../typed/percent.ts';
import type { ContributionFields } from './contributions.ts';
import { hasPoints, type KindFields } from './kind.ts';
import { measuringOf, type Section } from './section.ts';

export type ToleranceForm = { readonly kind: ValueKind; readonly lower: string; readonly upper: string };

export type ConformityFields = {
  readonly tolerance: readonly ToleranceForm[];
  readonly span: string;
  readonly rule: DecisionRule;
  readonly guard_band_factor: string;
  /** Probabilities, in percent. */
  readonly max_false_accept: string;
  readonly target_pfa: string;
  readonly judge: Judge | 'default';
};

type Needs = ConformityFields & Pick<ContributionFields, 'contributions'>;
/** The population of instruments is a separate section. */
type Asked = { readonly conformity?: Omit<ConformityRequest, 'population'> | undefined };

export const conformity: Section<ConformityFields, Asked, Needs> = {
  begin: (subject) => {
    const { tolerance, correction_applied, range_min: low, range_max: high } = measuringOf(subject);
    return {
      tolerance: tolerance.map(toleranceText),
      span: low !== null && high !== null && high > low ? String(high - low) : '',
      rule: 'guard_band',
      guard_band_factor: '1',
      max_false_accept: '2.5',
      target_pfa: '2',
      judge: correction_applied ? 'default' : 'as_found'
    };
  },
  toRequest: (form, reader) => {
    const { rule, judge } = form;
    const tolerance = readTolerance(form, reader);
    if (tolerance.length === 0) return {};
    return {
      conformity: defined({
        tolerance,
        span: needsSpan(form) ? reader.number('span', form.span, { required: true, above: 0 }) : undefined,
        judge: judge === 'default' ? undefined : judge,
        rule,
        guard_band_factor:
          rule === 'guard_band'
            ? (reader.number('guard_band_factor', form.guard_band_factor, { min: -1, max: 10 }) ?? 1)
            : undefined,
        max_false_accept:
          rule === 'guard_band_risk' ? readPercent(reader, 'max_false_accept', form.max_false_accept) : undefined,
        target_pfa: rule === 'target_pfa' ? readPercent(reader, 'target_pfa', form.target_pfa) : undefined
      })
    };
  },
  fromRequest: ({ conformity: asked }, form) => ({
    tolerance: (asked?.tolerance ?? []).map(toleranceText),
    span: asked?.span === undefined ? form.span : String(asked.span),
    rule: asked?.rule ?? form.rule,
    guard_band_factor: String(asked?.guard_band_factor ?? 1),
    max_false_accept: percentText(asked?.max_false_accept) ?? form.max_false_accept,
    target_pfa: percentText(asked?.target_pfa) ?? form.target_pfa,
    judge: asked?.judge ?? 'default'
  })
};

function readTolerance({ tolerance }: ConformityFields, reader: FieldReader): TolerancePart[] {
  return tolerance.flatMap((part, i) => {
    const lower = reader.number(`tolerance.${i}.lower`, part.lower);
    const upper = reader.number(`tolerance.${i}.upper`, part.upper);
    if (lower !== undefined && upper !== undefined && lower > upper)
      reader.refuse(`tolerance.${i}.lower`, 'tolerance_order');
    if (lower === undefined && upper === undefined) return [];
    return [{ kind: part.kind, lower: lower ?? null, upper: upper ?? null }];
  });
}

/** A tolerance as the form shows it. */
export function toleranceText(part: Asset['tolerance'][number]): ToleranceForm {
  return { kind: part.kind, lower: numberText(part.lower), upper: numberText(part.upper) };
}

/** Whether a tolerance or a contribution is stated in percent of the span. */
export function needsSpan({ tolerance, contributions }: Pick<Needs, 'tolerance' | 'contributions'>): boolean {
  return [...tolerance.map(({ kind }) => kind), ...contributions.map((entry) => entry.value_kind)].includes(
    'percent_of_span'
  );
}

/** The source of the tolerance: document and edition. */
export type SpecificationFields = { readonly specification: string };

export const specification: Section<
  SpecificationFields,
  Pick<CreateCalibrationBody, 'specification'>,
  SpecificationFields & Pick<ConformityFields, 'tolerance'> & KindFields
> = {
  begin: (subject) => ({ specification: measuringOf(subject).specification ?? '' }),
  // Without points there is no verdict, so the source of the limits is not needed.
  toRequest: (form) => ({
    specification: (hasPoints(form) && form.tolerance.length > 0 && form.specification.trim()) || null
  }),
  fromRequest: (part) => ({ specification: part.specification ?? '' })
};
