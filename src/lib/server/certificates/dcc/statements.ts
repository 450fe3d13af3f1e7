import { isOneState } from '#lib/laboratory/error-uncertainty.ts';
import type { AnalysisResult, Verdict } from '#lib/metrology/types.ts';
import { isExternal, laboratoryName } from '../certificate-facts.ts';
import { phrase } from '../document/phrase.ts';
import { releasedBy } from '../parts/closing.ts';
import { remarks } from '../parts/remarks.ts';
import { traceability } from '../parts/traceability.ts';
import { voidNote } from '../parts/void-note.ts';
import { printTolerance } from '../print/tolerance.ts';
import { withUnitSymbols } from '../print/units.ts';
import { paragraphsOf, textOf, typed, type DccFacts, type DccPrinter } from './dcc-language.ts';
import { element, elementWith, leaf, type Xml } from './xml.ts';

const NORM = 'ISO/IEC 17025:2017';
const CONFORMITY: Readonly<Record<Verdict, string>> = {
  pass: 'pass',
  conditional_pass: 'conditionalPass',
  conditional_fail: 'conditionalFail',
  fail: 'fail'
};
export const conformityOf = (verdict: Verdict): string => CONFORMITY[verdict];

/** What the printed certificate states in words (ISO/IEC 17025 7.8.2, 7.8.4, 7.8.6), and the units that D-SI does not know. */
export function statements(facts: DccFacts, dcc: DccPrinter): readonly Xml[] {
  const { context } = facts;
  const { print, said } = dcc;
  const { labels } = print;
  const stated = (text: string) => element('dcc:statement', said('dcc:declaration', text));
  const note = voidNote(facts, print);
  const url = context.verify_url;
  const external = {
    laboratory: context.calibration.lab_name ?? labels.not_recorded,
    number: context.calibration.lab_certificate_number ?? labels.not_recorded,
    organization: laboratoryName(context.organization)
  };
  return [
    ...(note ? [stated(textOf(note))] : []),
    ...(isExternal(facts) ? [stated(textOf(phrase(labels.external_data, external)))] : []),
    element(
      'dcc:statement',
      leaf('dcc:norm', NORM),
      leaf('dcc:reference', '7.8.2.1 l'),
      said('dcc:declaration', textOf(phrase(isExternal(facts) ? labels.footer_record : labels.footer, { url })))
    ),
    ...paragraphsOf(traceability(facts, print)).map(stated),
    ...(context.place ? [placeOf(context.place, dcc)] : []),
    ...(facts.result ? conformity(facts, dcc) : []),
    ...(context.calibration.customer_data?.length
      ? [stated(`${context.calibration.customer_data.join(', ')}: ${labels.customer_data}`)]
      : []),
    ...(context.replaces
      ? [
          stated(
            textOf(
              phrase(labels.replaces, {
                number: context.replaces.certificate_number ?? '–',
                version: String(context.replaces.version)
              })
            )
          )
        ]
      : []),
    ...(context.release?.at ? [stated(textOf(releasedBy(facts, print)))] : []),
    ...paragraphsOf(remarks(facts, print)).map(stated),
    ...undeclared(dcc)
  ];
}

const placeOf = (
  { name, address }: { readonly name: string; readonly address: string | null },
  { words, said }: DccPrinter
) =>
  element(
    'dcc:statement',
    said('dcc:declaration', words.dcc_place),
    element('dcc:location', typed('dcc:further', [name, address].filter(Boolean).join(', ')))
  );

/** The verdicts with the rule that gave them; the statement is that of the decisive one. */
function conformity(
  facts: DccFacts & { readonly result: AnalysisResult },
  { print, said }: DccPrinter
): readonly Xml[] {
  const { request, result, context } = facts;
  const { labels } = print;
  const found = result.conformity;
  if (!found) return [element('dcc:statement', said('dcc:declaration', labels.no_tolerance))];
  const tolerance = phrase(labels.tolerance_note, {
    tolerance: printTolerance(request?.conformity, print)
  });
  const verdicts = (['as_found', 'as_left'] as const).flatMap((which) => {
    const verdict = found[which];
    if (verdict === null || (which === 'as_left' && isOneState(result))) return [];
    const isDecisive = found.judge === which;
    const title = result.as_found_points || which === 'as_found' ? labels[which] : labels.after_correction;
    const text = isDecisive ? `${withUnitSymbols(found.statement[print.language])} ${textOf(tolerance)}` : title;
    return elementWith(
      'dcc:statement',
      { refType: isDecisive ? 'basic_conformity' : `plumbline_conformity_${which}` },
      said('dcc:name', title),
      leaf('dcc:convention', found.rule),
      leaf('dcc:norm', NORM),
      leaf('dcc:reference', '7.8.6'),
      leaf('dcc:reference', context.calibration.specification),
      said('dcc:declaration', text),
      leaf('dcc:conformity', conformityOf(verdict))
    );
  });
  return verdicts;
}

/** Units that D-SI has no name for are declared with what the laboratory wrote. */
function undeclared({ unit, measuredUnit, words }: DccPrinter): readonly Xml[] {
  const units = new Map([unit, measuredUnit].map((one) => [one.unit, one.declared]));
  return [...units].flatMap(([name, declared]) =>
    declared === null
      ? []
      : [
          element(
            'dcc:statement',
            leaf(
              'dcc:nonSIDefinition',
              declared === '' ? words.no_unit : words.own_unit.replace('{unit}', () => declared)
            ),
            leaf('dcc:nonSIUnit', name)
          )
        ]
  );
}
