/** The formula and the budget of a result as sentences, each with the clause it follows; the words are keys of the dictionaries. */
import type { AnalysisRequest, AnalysisResult, BudgetEntry } from '#lib/metrology/types.ts';
import { POINT_REFERENCE } from '#lib/metrology/uncertainty/scatter-terms.ts';
import { isAtCapability } from '#lib/metrology/uncertainty/capability.ts';
import { lineKey } from '../result/budget-words.ts';
import { expandedText, freedomText, percentText, withUnit } from '../text/quantity-text.ts';
import { scatterText } from '../result/scatter-text.ts';
import { formatFixed, formatPlain, formatSignificant } from '../number-input/format-number.ts';

export type Sentence = {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly clause: string;
};
export type Line = { readonly name: string; readonly nameKey: string | null; readonly sentences: readonly Sentence[] };

type Subject = {
  readonly request: AnalysisRequest;
  readonly result: AnalysisResult;
  readonly unit: string;
  readonly measuredUnit: string;
  readonly language: string;
};

const CLAUSES: Readonly<Record<BudgetEntry['source'], string>> = {
  curve_fit: 'JCGM 100, 5.1.2, H.3',
  lack_of_fit: 'Draper & Smith, 2.1',
  repeatability: 'JCGM 100, 4.2',
  resolution: 'JCGM 100, F.2.2.1',
  reference_standard: 'JCGM 100, 4.3.3',
  drift: 'JCGM 100, 4.3',
  environment: 'JCGM 100, 4.3',
  hysteresis: 'JCGM 100, F.2.2.2',
  other: 'JCGM 100, 4.3'
};

/** How the curve was found. */
export function explainFit({ result, unit, measuredUnit, language }: Subject): readonly Sentence[] {
  const { fit } = result;
  if (fit.model === 'none') return [{ key: 'analysis.explain.no_curve', values: {}, clause: '' }];
  const chosen = fit.candidates?.find((candidate) => candidate.chosen);
  return [
    { key: `analysis.explain.method.${fit.method}`, values: {}, clause: METHOD_CLAUSES[fit.method] },
    ...(chosen
      ? [{ key: 'analysis.explain.degree', values: { degree: chosen.degree }, clause: 'Burnham & Anderson, 2.4' }]
      : []),
    ...(fit.residual_standard_deviation === null
      ? [{ key: 'analysis.explain.no_scatter', values: {}, clause: '' }]
      : [
          {
            key: fit.method === 'ols' ? 'analysis.explain.scatter' : 'analysis.explain.scatter_relative',
            values: {
              s: scatterText(fit, unit, measuredUnit, language),
              n: fit.diagnostics.leverage.length,
              c: fit.coefficients.length,
              nu: freedomText(fit.degrees_of_freedom, language)
            },
            clause: 'JCGM 100, H.3.2'
          }
        ]),
    { key: `analysis.explain.covariance.${fit.covariance_kind}`, values: {}, clause: 'JCGM 100, H.3.2' }
  ];
}

const METHOD_CLAUSES = { ols: 'JCGM 100, H.3', wls: 'ISO/TS 28037, 6', gdr: 'ISO/TS 28037, 7' } as const;

/** Each line of the budget, the largest first: what it is, and how it counts. */
export function explainBudget(subject: Subject): readonly Line[] {
  return [...subject.result.budget]
    .sort((a, b) => b.variance_share - a.variance_share)
    .map((entry) => ({
      name: entry.name,
      nameKey: lineKey(entry.name),
      sentences: [
        {
          key: `analysis.explain.source.${entry.name === POINT_REFERENCE ? 'point_reference' : entry.source}`,
          values: {},
          clause: CLAUSES[entry.source]
        },
        howItCounts(entry, subject)
      ]
    }));
}

function howItCounts(entry: BudgetEntry, { unit, measuredUnit, language }: Subject): Sentence {
  const acting = entry.source === 'resolution' && lineKey(entry.name) !== null ? measuredUnit : unit;
  const contributes = Math.abs(entry.sensitivity) * entry.standard_uncertainty;
  return {
    key: 'analysis.explain.line',
    values: {
      value:
        entry.value_kind === 'absolute'
          ? withUnit(formatSignificant(entry.value, 3, language), acting)
          : `${formatPlain(entry.value, language)} %`,
      divisor: formatSignificant(entry.divisor, 3, language),
      distribution: entry.distribution,
      u: formatSignificant(entry.standard_uncertainty, 3, language),
      c: formatSignificant(entry.sensitivity, 3, language),
      part: withUnit(formatSignificant(contributes, 3, language), unit),
      share: percentText(Number(entry.variance_share.toPrecision(3)), language)
    },
    clause: 'JCGM 100, 5.1.2'
  };
}

/** From the lines to U. */
export function explainCoverage({ request, result, unit, language }: Subject): readonly Sentence[] {
  const { uncertainty } = request;
  const correlated = (uncertainty.correlations?.length ?? 0) > 0;
  const nu = result.effective_degrees_of_freedom;
  const k = formatFixed(result.coverage_factor, 2, language);
  const p = percentText(result.coverage_probability, language);
  const dominant =
    uncertainty.coverage_method === 'ea_dominant' &&
    !result.warnings.some(({ code }) => code === 'ea_dominant_restricted');
  const stated = uncertainty.coverage_factor !== undefined;
  const u = withUnit(formatSignificant(result.combined_standard_uncertainty, 3, language), unit);
  const expanded = {
    key: 'analysis.explain.expanded',
    values: { u: withUnit(expandedText(result, language), unit) },
    clause: 'JCGM 100, 6.2, 7.2.6'
  };
  if (isAtCapability(uncertainty.cmc, result)) {
    return [{ key: 'analysis.explain.floor', values: { k, u }, clause: 'ILAC P14, 4.2, 5.2' }, expanded];
  }
  return [
    {
      key: correlated ? 'analysis.explain.combined_correlated' : 'analysis.explain.combined',
      values: { u },
      clause: correlated ? 'JCGM 100, 5.2.2' : 'JCGM 100, 5.1.2'
    },
    nu === null
      ? { key: 'analysis.explain.freedom_unlimited', values: {}, clause: 'JCGM 100, G.4.1' }
      : { key: 'analysis.explain.freedom', values: { nu: freedomText(nu, language) }, clause: 'JCGM 100, G.4.1' },
    stated
      ? { key: 'analysis.explain.factor_stated', values: { k, p }, clause: 'JCGM 100, 6.3' }
      : dominant
        ? { key: 'analysis.explain.factor_dominant', values: { k, p }, clause: 'EA-4/02, S9.14, S10.13' }
        : { key: 'analysis.explain.factor', values: { k, p }, clause: 'JCGM 100, G.3' },
    expanded
  ];
}
