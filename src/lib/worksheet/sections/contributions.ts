/** The author's contributions to the uncertainty budget, and their correlations. */
import type {
  Contribution,
  ContributionSource,
  Distribution,
  UncertaintyRequest,
  ValueKind
} from '#lib/metrology/types.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { numberText } from '../typed/number-text.ts';
import type { NextId, Section } from './section.ts';

export type ContributionForm = {
  readonly id: number;
  readonly name: string;
  readonly source: ContributionSource;
  readonly type: 'A' | 'B';
  readonly distribution: Distribution;
  readonly value: string;
  readonly value_kind: ValueKind;
  /** Coverage factor of a normal or Student contribution; empty: the value is already a standard uncertainty. */
  readonly k: string;
  /** The divisor of the value; empty: that of the distribution. */
  readonly divisor: string;
  /** Ratio of the sides of a trapezoid. */
  readonly beta: string;
  readonly acts_on: 'measured' | 'corrected';
  readonly sensitivity: string;
  readonly degrees_of_freedom: string;
};

/** A new contribution. */
export const NEW_CONTRIBUTION: Omit<ContributionForm, 'id'> = {
  name: '',
  source: 'other',
  type: 'B',
  distribution: 'rectangular',
  value: '',
  value_kind: 'absolute',
  k: '',
  divisor: '',
  beta: '0.5',
  acts_on: 'corrected',
  sensitivity: '',
  degrees_of_freedom: ''
};

/** Lines of the budget that the engine adds. */
export const OWN_LINES = [
  'Curve fit',
  'Lack of fit',
  'Repeatability',
  'Resolution',
  'Reference standard',
  'Hysteresis of the points'
] as const;

/**
 * The correlation of two lines of the budget: each a name of {@link OWN_LINES}, or `#` and the number of a
 * contribution.
 */
export type CorrelationForm = { readonly id: number; readonly a: string; readonly b: string; readonly r: string };

export type ContributionFields = {
  readonly contributions: readonly ContributionForm[];
  readonly correlations: readonly CorrelationForm[];
};

type Correlation = NonNullable<UncertaintyRequest['correlations']>[number];

export const contributions: Section<ContributionFields, Pick<UncertaintyRequest, keyof ContributionFields>> = {
  begin: () => ({ contributions: [], correlations: [] }),
  toRequest: (form, reader) => {
    const lines = form.contributions.map((entry) => readContribution(entry, reader));
    const pairs = form.correlations.map((pair) => readCorrelation(form, pair, reader));
    return {
      ...(lines.length > 0 ? { contributions: lines } : {}),
      ...(pairs.length > 0 ? { correlations: pairs } : {})
    };
  },
  fromRequest: (asked, _form, next) => {
    const lines = (asked.contributions ?? []).map((entry) => contributionTexts(entry, next()));
    return {
      contributions: lines,
      correlations: (asked.correlations ?? []).map((pair) => correlationTexts(pair, lines, next))
    };
  },
  takeUp: (stored) => ({ contributions: stored.contributions.map((entry) => ({ ...NEW_CONTRIBUTION, ...entry })) })
};

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

function contributionTexts(entry: Contribution, id: number): ContributionForm {
  // For other than normal distributions, k comes from the divisor.
  const factor = takesFactor(entry);
  return {
    id,
    name: entry.name,
    source: entry.source ?? 'other',
    type: entry.type,
    distribution: entry.distribution,
    value: String(entry.value),
    value_kind: entry.value_kind ?? 'absolute',
    k: factor ? numberText(entry.k) : '',
    divisor: numberText(entry.divisor ?? (factor ? undefined : entry.k)),
    beta: numberText(entry.beta ?? (entry.distribution === 'trapezoidal' ? 0 : 0.5)),
    acts_on: entry.acts_on,
    sensitivity: numberText(entry.sensitivity),
    degrees_of_freedom: numberText(entry.degrees_of_freedom)
  };
}

function readCorrelation(
  { contributions: lines }: ContributionFields,
  pair: CorrelationForm,
  reader: FieldReader
): Correlation {
  const place = `correlations.${pair.id}`;
  // Contributions are referenced by number, so that renaming one keeps its correlations.
  const nameOf = (side: 'a' | 'b') => {
    const own = lines.find(({ id }) => `#${id}` === pair[side]);
    const name = own?.name.trim() ?? (pair[side].startsWith('#') ? '' : pair[side]);
    if (name === '') reader.refuse(`${place}.${side}`, 'missing');
    return name;
  };
  const r = reader.number(`${place}.r`, pair.r, { required: true, min: -1, max: 1 }) ?? 0;
  return { a: nameOf('a'), b: nameOf('b'), r };
}

function correlationTexts({ a, b, r }: Correlation, lines: readonly ContributionForm[], next: NextId): CorrelationForm {
  const keyOf = (name: string) => {
    if (OWN_LINES.some((line) => line === name)) return name;
    const own = lines.find((entry) => entry.name === name);
    return own === undefined ? name : `#${own.id}`;
  };
  return { id: next(), a: keyOf(a), b: keyOf(b), r: String(r) };
}
