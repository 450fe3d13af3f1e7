import { toDsi } from '#lib/laboratory/dcc/d-si-units.ts';
import { procedureParts } from '#lib/laboratory/procedure-title.ts';
import { phrase } from '../document/phrase.ts';
import { equation } from '../parts/equation.ts';
import { printProbability } from '../print/probability.ts';
import { differenceUnit, unitSymbol } from '../print/units.ts';
import { identification, software } from './administrative-data.ts';
import { textOf, typed, type DccFacts, type DccPrinter } from './dcc-language.ts';
import { real } from './quantities.ts';
import { element, elementWith, escapeText, leaf, type Xml } from './xml.ts';

/** How it was calibrated: procedure, uncertainty and equation, engine, reference and surroundings, for all results. */
export function methods(facts: DccFacts, dcc: DccPrinter): readonly (Xml | null)[] {
  const { result, context } = facts;
  return [
    element('dcc:usedMethods', procedure(facts, dcc), uncertainty(facts, dcc), curveMethod(facts, dcc)),
    element('dcc:usedSoftware', software('Plumbline', result?.engine ?? '1.0')),
    context.reference && equipment(context.reference, dcc),
    element('dcc:influenceConditions', conditions(facts, dcc))
  ];
}

function procedure({ context }: DccFacts, { print, said }: DccPrinter): Xml {
  const { labels } = print;
  const { procedure: used } = context;
  const name = used ? procedureParts(used).join(', ') : labels.not_recorded;
  const revision = used?.revision ? textOf(phrase(labels.revision, { revision: used.revision })) : labels.no_revision;
  return elementWith(
    'dcc:usedMethod',
    { refType: 'plumbline_procedure' },
    used ? typed('dcc:name', name) : said('dcc:name', `${labels.procedure}: ${name}`),
    used ? said('dcc:description', revision) : null
  );
}

function uncertainty(facts: DccFacts, { print, words, said }: DccPrinter): Xml {
  const { result, coefficientsOnly } = facts;
  const { labels, numbers } = print;
  const text = result
    ? phrase(labels.coverage_other, {
        k: numbers.fixed(result.coverage_factor, 2),
        p: printProbability(result.coverage_probability, numbers)
      })
    : phrase('*U*, *k* = {k}', { k: numbers.exact(coefficientsOnly.coverage_factor) });
  return elementWith(
    'dcc:usedMethod',
    { refType: 'basic_uncertainty' },
    said('dcc:name', words.uncertainty_method),
    said('dcc:description', textOf(text)),
    leaf('dcc:norm', 'JCGM 100:2008')
  );
}

/** The correction curve as printed, and in LaTeX. */
function curveMethod(facts: DccFacts, dcc: DccPrinter): Xml | null {
  const { print, said } = dcc;
  const text = equation(facts, print).flatMap((block) => (block.kind === 'paragraph' ? [textOf(block.content)] : []));
  if (text.length === 0) return null;
  const latex = facts.result?.fit.equation_latex.trim();
  const formula = latex ? element('dcc:formula', `<dcc:latex>${escapeText(latex)}</dcc:latex>` as Xml) : null;
  return elementWith(
    'dcc:usedMethod',
    { refType: 'plumbline_correctionCurve' },
    said('dcc:name', print.labels.correction_curve),
    element(
      'dcc:description',
      said('dcc:name', print.labels.correction_curve),
      withLanguage(text.join(' '), print.language),
      formula
    )
  );
}

const withLanguage = (text: string, lang: string): Xml =>
  elementWith('dcc:content', { lang }, escapeText(text.trim() || 'f(y)') as Xml);

/** The reference with its certificate and its U: the link of the chain. */
function equipment(reference: NonNullable<DccFacts['context']['reference']>, { print, words, said }: DccPrinter): Xml {
  const { labels } = print;
  const unit = toDsi(differenceUnit(unitSymbol(reference.unit)) ?? '1');
  const { calibrated_by, accreditation } = reference;
  const date = textOf(phrase(labels.reference_date, { date: print.date(reference.calibration_date) }));
  const laboratory = calibrated_by ? textOf(phrase(labels.calibrated_by, { laboratory: calibrated_by })) : '';
  const accredited = accreditation ? textOf(phrase(labels.accreditation, { accreditation })) : '';
  const certificate = reference.certificate_number;
  return element(
    'dcc:measuringEquipments',
    elementWith(
      'dcc:measuringEquipment',
      { refType: 'basic_standardUsed' },
      typed('dcc:name', reference.name),
      said('dcc:description', [labels.reference, date, laboratory, accredited].filter(Boolean).join(' ')),
      element(
        'dcc:identifications',
        identification('owner', reference.asset_id, null),
        reference.serial_number ? identification('manufacturer', reference.serial_number, null) : null,
        certificate ? identification('calibrationLaboratory', certificate, said('dcc:name', labels.certificate)) : null
      ),
      element(
        'dcc:measuringEquipmentQuantities',
        stated('plumbline_expandedUncertainty', words.uncertainty_method, real(reference.expanded_uncertainty, unit)),
        stated('plumbline_coverageFactor', words.coverage_factor, real(reference.coverage_factor, toDsi('1')))
      )
    )
  );

  function stated(refType: string, name: string, value: Xml): Xml {
    return elementWith('dcc:measuringEquipmentQuantity', { refType }, said('dcc:name', name), value);
  }
}

function conditions({ context }: DccFacts, { words, said }: DccPrinter): readonly Xml[] {
  const { temperature_c, relative_humidity_percent, pressure_kpa } = context.environment ?? {};
  const known = [
    ['basic_temperature', words.temperature, temperature_c, '°C'],
    ['basic_humidityRelative', words.humidity, relative_humidity_percent, '%'],
    ['plumbline_airPressure', words.pressure, pressure_kpa, 'kPa']
  ] as const;
  const measured = known.flatMap(([refType, name, value, unit]) =>
    value === undefined
      ? []
      : [condition(refType, said('dcc:name', name), element('dcc:quantity', real(value, toDsi(unit))))]
  );
  if (measured.length > 0) return measured;
  return [
    condition(
      'plumbline_notRecorded',
      said('dcc:name', words.environment_unknown),
      said('dcc:text', words.environment_unknown)
    )
  ];
}

const condition = (refType: string, name: Xml, data: Xml): Xml =>
  elementWith('dcc:influenceCondition', { refType }, name, element('dcc:data', data));
