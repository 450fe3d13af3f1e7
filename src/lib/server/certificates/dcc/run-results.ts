import { uncertaintyAsLeft, type ErrorUncertainty } from '#lib/laboratory/error-uncertainty.ts';
import type { AnalysisRequest, Judgement, PointResult } from '#lib/metrology/types.ts';
import { FURTHER_VALUES_WORDS } from '../parts/further-values-words.ts';
import { asFound, type Run } from '../parts/points-table.ts';
import { coverageOf } from './coverage.ts';
import type { DccPrinter } from './dcc-language.ts';
import { quantity, realList, words as wordList, type Expanded } from './quantities.ts';
import { conformityOf } from './statements.ts';
import { element, elementWith, leaf, type Xml } from './xml.ts';

type Which = 'as_found' | 'as_left';
const NONE = '-';

/** The points of one run as a table: every number of the record, unrounded. */
export function runResult(title: string, run: Run, request: AnalysisRequest, dcc: DccPrinter): Xml {
  const { print, said } = dcc;
  const { points, directions, adjusted, found } = run;
  const approached = directions?.some(Boolean)
    ? quantity({
        refType: 'plumbline_direction',
        name: said('dcc:name', dcc.words.direction),
        value: wordList(points.map((_, index) => directions[index] ?? NONE))
      })
    : null;
  return element(
    'dcc:result',
    said('dcc:name', title),
    element(
      'dcc:data',
      element(
        'dcc:list',
        quantity({
          refType: 'basic_referenceValue',
          name: said('dcc:name', print.labels.reference),
          value: realList(
            points.map(({ reference }) => reference),
            dcc.unit
          )
        }),
        quantity({
          refType: 'basic_measuredValue',
          name: said('dcc:name', print.labels.indication),
          value: realList(
            points.map(({ measured }) => measured),
            dcc.measuredUnit
          )
        }),
        approached,
        found ? errorAsFound(run, request, dcc) : null,
        run.left ? afterwards(run, request, dcc) : null,
        adjusted ? adjustment(found, dcc) : null
      )
    )
  );
}

/** Whether an adjustment was still to come. */
const adjustment = (isBefore: boolean, { words, said }: DccPrinter): Xml =>
  element(
    'dcc:influenceConditions',
    element(
      'dcc:influenceCondition',
      said('dcc:name', isBefore ? words.before : words.after),
      leaf('dcc:status', isBefore ? 'beforeAdjustment' : 'afterAdjustment'),
      element('dcc:data', said('dcc:text', isBefore ? words.before : words.after))
    )
  );

function errorAsFound(run: Run, request: AnalysisRequest, dcc: DccPrinter): Xml {
  const expanded = run.points.map((point) => expandedOf(asFound(point, run), point));
  return quantity({
    refType: 'basic_measurementError plumbline_asFound',
    name: dcc.said('dcc:name', `${dcc.print.labels.as_found}: ${dcc.print.labels.error}`),
    value: realList(
      run.points.map(({ error }) => error),
      dcc.differenceUnit,
      expanded,
      coverageOf(request, expanded)
    ),
    more: judged(run.points, 'as_found', dcc)
  });
}

/** Where an earlier engine did not report ν of the error, that of the corrected value is stated. */
const expandedOf = (of: ErrorUncertainty | null, { nu_eff }: PointResult): Expanded =>
  of && { uncertainty: of.U, k: of.k, nu: of.nu === undefined ? nu_eff : of.nu };

/** After correction or adjustment: the corrected values of the curve, and what error remains. */
function afterwards(run: Run, request: AnalysisRequest, dcc: DccPrinter): readonly Xml[] {
  const { points, result, adjusted } = run;
  const { labels } = dcc.print;
  const ofValues = points.map(({ u_fit, expanded_uncertainty: uncertainty, k, nu_eff: nu }): Expanded =>
    u_fit === null ? null : { uncertainty, k, nu }
  );
  const ofErrors = points.map((point) => expandedOf(uncertaintyAsLeft(point), point));
  const corrected = quantity({
    refType: 'plumbline_correctedValue',
    name: dcc.said('dcc:name', FURTHER_VALUES_WORDS[dcc.print.language].corrected_value),
    value: realList(
      points.map((point) => point.corrected),
      dcc.unit,
      ofValues,
      coverageOf(request, ofValues)
    )
  });
  const isCurve = result.fit.model !== 'none';
  const error = quantity({
    refType: isCurve ? 'plumbline_errorAfterCorrection' : 'basic_measurementError plumbline_asLeft',
    name: dcc.said(
      'dcc:name',
      isCurve ? dcc.words.error_after : `${adjusted ? labels.as_left : labels.results}: ${labels.error}`
    ),
    value: realList(
      points.map((point) => point.error_after_correction),
      dcc.differenceUnit,
      ofErrors,
      coverageOf(request, ofErrors)
    ),
    more: judged(points, 'as_left', dcc)
  });
  return isCurve ? [corrected, error] : [error];
}

/** Verdicts and limits of each point. */
function judged(points: readonly PointResult[], which: Which, dcc: DccPrinter): Xml | null {
  const judgements = points.map((point) => point[which]);
  if (judgements.every((one) => one === null)) return null;
  const { words, said, differenceUnit } = dcc;
  const limit = (refType: string, name: string, of: (one: Judgement) => number | null) => {
    const values = judgements.map((one) => one && of(one));
    if (values.every((value) => value === null)) return null;
    return quantity({ refType, name: said('dcc:name', name), value: realList(values, differenceUnit) });
  };
  const limits = [
    limit('basic_toleranceLimitLower', words.tolerance_lower, (one) => one.lower),
    limit('basic_toleranceLimitUpper', words.tolerance_upper, (one) => one.upper),
    limit('basic_acceptanceLimitLower', words.acceptance_lower, (one) => one.acceptance_lower),
    limit('basic_acceptanceLimitUpper', words.acceptance_upper, (one) => one.acceptance_upper)
  ].filter((one) => one !== null);
  const verdicts = judgements.map((one) => (one ? conformityOf(one.verdict) : NONE));
  // The format has no word for a point that could not be judged.
  const isWhole = !verdicts.includes(NONE);
  const partly = isWhole
    ? []
    : [
        quantity({
          refType: 'plumbline_verdicts',
          name: said('dcc:name', dcc.print.labels.verdict),
          value: wordList(verdicts)
        })
      ];
  const data = [...limits, ...partly];
  return element(
    'dcc:measurementMetaData',
    elementWith(
      'dcc:metaData',
      { refType: 'basic_conformity' },
      said('dcc:declaration', dcc.print.labels.conformity),
      isWhole ? leaf('dcc:conformityXMLList', verdicts.join(' ')) : null,
      data.length > 0 ? element('dcc:data', data) : null
    )
  );
}
