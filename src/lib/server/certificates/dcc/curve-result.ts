import { furtherValuesOf } from '#lib/laboratory/further-values.ts';
import { statedCurve } from '#lib/laboratory/stored-curve.ts';
import { toDsi } from '#lib/laboratory/dcc/d-si-units.ts';
import { spellExact } from '#lib/laboratory/dcc/exact-numbers.ts';
import type { CorrectionCurve } from '#lib/metrology/types.ts';
import { FURTHER_VALUES_WORDS } from '../parts/further-values-words.ts';
import { coverageOf } from './coverage.ts';
import type { DccFacts, DccPrinter } from './dcc-language.ts';
import { quantity, real, realList, words as wordList, type Expanded } from './quantities.ts';
import { element, elementWith, escapeText, type Xml } from './xml.ts';

/** The curve with every digit of its coefficients, which have units of their own and are therefore written as words. */
export function curveResults(facts: DccFacts, dcc: DccPrinter): readonly Xml[] {
  const { result, coefficientsOnly, context } = facts;
  if (result) {
    const { fit } = result;
    if (fit.model === 'none') return [];
    return [curveResult({ ...fit.scaled, model: fit.model }, fit.equation, [], dcc)];
  }
  const { equation, ...curve } = statedCurve(coefficientsOnly, context.measuring.unit);
  const stated = [
    quantity({
      refType: 'plumbline_expandedUncertainty',
      name: dcc.said('dcc:name', dcc.words.uncertainty_method),
      value: real(coefficientsOnly.expanded_uncertainty, dcc.differenceUnit)
    }),
    quantity({
      refType: 'plumbline_coverageFactor',
      name: dcc.said('dcc:name', dcc.words.coverage_factor),
      value: real(coefficientsOnly.coverage_factor, toDsi('1'))
    })
  ];
  return [curveResult(curve, equation, stated, dcc)];
}

function curveResult(
  curve: Omit<CorrectionCurve, 'calibration_id'>,
  equation: string | null,
  more: readonly Xml[],
  dcc: DccPrinter
): Xml {
  const { words, said, print } = dcc;
  const list = (refType: string, name: string, values: readonly (number | string)[]) =>
    values.length === 0
      ? []
      : [
          quantity({
            refType,
            name: said('dcc:name', name),
            value: wordList(values.map((value) => (typeof value === 'number' ? spellExact(value) : value)))
          })
        ];
  const { model, coefficients, center, scale, knots = [], numerator, expression } = curve;
  return element(
    'dcc:result',
    said('dcc:name', print.labels.correction_curve),
    element(
      'dcc:data',
      equation
        ? element('dcc:text', said('dcc:name', print.labels.correction_curve), inWords(equation, print.language))
        : [],
      expression ? element('dcc:text', said('dcc:name', words.expression), inWords(expression, print.language)) : [],
      list('plumbline_model', words.model, [model]),
      list('plumbline_coefficients', words.coefficients, coefficients),
      list('plumbline_knots', words.knots, knots),
      list('plumbline_center', words.center, center === undefined ? [] : [center]),
      list('plumbline_scale', words.scale, scale === undefined ? [] : [scale]),
      list('plumbline_numerator', words.numerator, numerator === undefined ? [] : [numerator]),
      more
    )
  );
}

const inWords = (text: string, lang: string): Xml => elementWith('dcc:content', { lang }, escapeText(text) as Xml);

/** Corrected values at further indications, and indications of wanted values. */
export function furtherResults(facts: DccFacts, dcc: DccPrinter): readonly Xml[] {
  const { result, request } = facts;
  const { labels, language } = dcc.print;
  if (!result || !request) return [];
  const words = FURTHER_VALUES_WORDS[language];
  const { evaluated, inverse } = furtherValuesOf(result);
  const results: Xml[] = [];
  const column = (refType: string, name: string, value: Xml) =>
    quantity({ refType, name: dcc.said('dcc:name', name), value });
  const add = (title: string, ...columns: readonly Xml[]) =>
    results.push(element('dcc:result', dcc.said('dcc:name', title), element('dcc:data', element('dcc:list', columns))));
  if (evaluated.length > 0) {
    const own = evaluated.map(({ u_measured }) => u_measured ?? null);
    const expanded = evaluated.map(({ expanded_uncertainty: uncertainty, u_fit, k, nu_eff: nu }): Expanded =>
      u_fit === null ? null : { uncertainty, k, nu }
    );
    add(
      words.evaluated,
      column(
        'plumbline_indication',
        labels.indication,
        realList(
          evaluated.map(({ measured }) => measured),
          dcc.measuredUnit
        )
      ),
      ...(own.some((u) => u !== null)
        ? [column('plumbline_indicationUncertainty', dcc.words.stated_uncertainty, realList(own, dcc.measuredUnit))]
        : []),
      column(
        'plumbline_correctedValue',
        words.corrected_value,
        realList(
          evaluated.map(({ corrected }) => corrected),
          dcc.unit,
          expanded,
          coverageOf(request, expanded)
        )
      )
    );
  }
  if (inverse.length > 0) {
    const expanded = inverse.map(({ expanded_uncertainty: uncertainty, u_fit, k, nu_eff: nu }): Expanded => {
      if (u_fit === null) return null;
      if (k !== undefined) return { uncertainty, k, nu: nu ?? null };
      return { uncertainty, k: result.coverage_factor, nu: result.effective_degrees_of_freedom };
    });
    add(
      words.wanted_values,
      column(
        'plumbline_wantedValue',
        words.wanted_value,
        realList(
          inverse.map(({ wanted }) => wanted),
          dcc.unit
        )
      ),
      column(
        'plumbline_indication',
        labels.indication,
        realList(
          inverse.map(({ measured }) => measured),
          dcc.measuredUnit,
          expanded,
          coverageOf(request, expanded)
        )
      )
    );
  }
  return results;
}
