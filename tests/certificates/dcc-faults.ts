/** For every ported rule of `dcc.sch` a certificate that breaks it: one change of one that breaks none. */
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { facts } from './temperature-transmitter.ts';

export const SOUND_DCC = writeDcc({ ...facts, country: 'GB' });

type Change = (xml: string) => string;
export type DccFault = {
  /** The rule that finds it. */
  readonly rule: string;
  readonly change: Change;
  /** Rules that the same change cannot but break. */
  readonly also?: readonly string[];
  /** Why no certificate that is valid by the schema breaks this rule; without it, the changed one is valid. */
  readonly refusedBySchema?: string;
};

/** Replaces the first place, `$&` by what was there; a place that is not there is an error of the test. */
const swap =
  (old: string, by: string): Change =>
  (xml) => {
    if (!xml.includes(old)) throw new Error(`The certificate has no ${old}`);
    return xml.replace(old, () => by.replaceAll('$&', () => old));
  };
const all =
  (...changes: readonly Change[]): Change =>
  (xml) =>
    changes.reduce((changed, change) => change(changed), xml);
const pattern =
  (old: RegExp, by: string): Change =>
  (xml) => {
    if (!old.test(xml)) throw new Error(`The certificate has no ${old}`);
    return xml.replace(old, by);
  };

/** What holds for all results is stated for the quantities alone that are in lists, or for those that are not. */
const onlyFor = (name: string, held: 'lists' | 'quantities'): Change => {
  const whole = new RegExp(`<dcc:${name}>.*?</dcc:${name}>`, 'su');
  return (xml) => {
    const stated = whole.exec(xml)?.[0] ?? '';
    const without = swap(stated, '')(xml);
    return held === 'lists'
      ? without.replaceAll('</dcc:list>', () => `${stated}</dcc:list>`)
      : without.replaceAll('</dcc:charsXMLList></dcc:quantity>', () => `</dcc:charsXMLList>${stated}</dcc:quantity>`);
  };
};
const stated = (name: string): readonly DccFault[] => [
  { rule: `list without ${name}`, change: onlyFor(name, 'quantities') },
  { rule: `quantity without ${name}`, change: onlyFor(name, 'lists') }
];

const inBoth: Change = (xml) =>
  xml
    .replaceAll(/<dcc:content lang="en">(.*?)<\/dcc:content>/gsu, '$&<dcc:content lang="de">$1</dcc:content>')
    .replace('<dcc:usedLangCodeISO639_1>en<', '<dcc:usedLangCodeISO639_1>de</dcc:usedLangCodeISO639_1>$&');

/** The pressure of the air, as a value of another form. */
const PRESSURE = '<si:real><si:value>100.8</si:value><si:unit>\\kilo\\pascal</si:unit></si:real>';
const pressure = (form: string): Change => swap(PRESSURE, form);
const real = (more = '', unit = '\\kilo\\pascal') =>
  `<si:real><si:value>100</si:value><si:unit>${unit}</si:unit>${more}</si:real>`;
const list = (more = '', values = '100 101', units = '\\kilo\\pascal') =>
  `<si:realListXMLList><si:valueXMLList>${values}</si:valueXMLList><si:unitXMLList>${units}</si:unitXMLList>${more}</si:realListXMLList>`;
const EXPANDED =
  '<si:expandedUnc><si:uncertainty>2</si:uncertainty><si:coverageFactor>2</si:coverageFactor><si:coverageProbability>0.95</si:coverageProbability></si:expandedUnc>';
const expandedList = (uncertainties: string, factors = '2', probabilities = '0.95', distributions = 'normal') =>
  `<si:expandedUncXMLList><si:uncertaintyXMLList>${uncertainties}</si:uncertaintyXMLList><si:coverageFactorXMLList>${factors}</si:coverageFactorXMLList><si:coverageProbabilityXMLList>${probabilities}</si:coverageProbabilityXMLList><si:distributionXMLList>${distributions}</si:distributionXMLList></si:expandedUncXMLList>`;
const intervalList = (standard: string, least = '99 100', most = '101 102') =>
  `<si:coverageIntervalXMLList><si:standardUncXMLList>${standard}</si:standardUncXMLList><si:intervalMinXMLList>${least}</si:intervalMinXMLList><si:intervalMaxXMLList>${most}</si:intervalMaxXMLList><si:coverageProbabilityXMLList>0.95</si:coverageProbabilityXMLList></si:coverageIntervalXMLList>`;
const relative = (form: string) => `<dcc:relativeUncertainty>${form}</dcc:relativeUncertainty>`;
const relativeOne = (value: string) =>
  relative(`<dcc:relativeUncertainty><si:value>${value}</si:value><si:unit>\\one</si:unit></dcc:relativeUncertainty>`);
const relativeList = (values: string) =>
  relative(
    `<dcc:relativeUncertaintyXmlList><si:valueXMLList>${values}</si:valueXMLList><si:unitXMLList>\\one</si:unitXMLList></dcc:relativeUncertaintyXmlList>`
  );
const statement = (content: string): Change => swap('</dcc:statements>', `<dcc:statement>${content}</dcc:statement>$&`);

const NAMED_OTHERWISE = 'the schema names it relativeUncertaintySingle';
const A_TYPE = 'it is a type of the schema, and no element has its name';

export const DCC_FAULTS: readonly DccFault[] = [
  ...stated('usedMethods'),
  ...stated('usedSoftware'),
  ...stated('influenceConditions'),
  {
    rule: 'schema version',
    change: swap('schemaVersion="3.3.0"', 'schemaVersion="3.2.1"'),
    refusedBySchema: 'the schema of 3.3.0 allows this version alone'
  },
  { rule: 'unlinked id', change: swap('<dcc:result>', '<dcc:result id="first">') },
  { rule: 'reference to an unknown id', change: swap('<dcc:result>', '<dcc:result refId="nowhere">') },
  { rule: 'undeclared language', change: swap('<dcc:content lang="en">', '<dcc:content lang="de">') },
  {
    rule: 'not in all languages',
    change: all(inBoth, pattern(/<dcc:content lang="de">.*?<\/dcc:content>/su, ''))
  },
  { rule: 'twice in a language', change: all(inBoth, swap('<dcc:content lang="de">', '<dcc:content lang="en">')) },
  {
    rule: 'no language',
    change: swap('<dcc:declaration><dcc:content lang="en">Place', '<dcc:declaration><dcc:content>Place')
  },
  {
    rule: 'ends before it begins',
    change: swap('<dcc:endPerformanceDate>2026-11-20', '<dcc:endPerformanceDate>2026-11-19')
  },
  { rule: 'release', change: swap('<dcc:release>v1.0<', '<dcc:release>1.0<') },
  {
    rule: 'usedLangCodeISO639_1',
    change: all(swap('<dcc:usedLangCodeISO639_1>en<', '<dcc:usedLangCodeISO639_1>xx<'), (xml) =>
      xml.replaceAll('lang="en"', 'lang="xx"')
    )
  },
  {
    rule: 'mandatoryLangCodeISO639_1',
    change: swap('<dcc:mandatoryLangCodeISO639_1>en<', '<dcc:mandatoryLangCodeISO639_1>xx<')
  },
  { rule: 'country', change: swap('<dcc:countryCodeISO3166_1>GB<', '<dcc:countryCodeISO3166_1>XX<') },
  { rule: 'relative list without expanded', change: pressure(`${list()}${relativeList('0.02 0.02')}`) },
  {
    rule: 'relative without expanded',
    change: pressure(`${real()}${relativeOne('0.02')}`),
    refusedBySchema: NAMED_OTHERWISE
  },
  {
    rule: 'relative for a list',
    change: pressure(`${list(expandedList('2 2'))}${relativeOne('0.02')}`),
    also: ['relative without expanded'],
    refusedBySchema: NAMED_OTHERWISE
  },
  {
    rule: 'relative list for a value',
    change: pressure(`${real(EXPANDED)}${relativeList('0.02 0.02')}`),
    also: ['relative list without expanded', 'count of relative uncertainties']
  },
  {
    rule: 'relative uncertainty',
    change: pressure(`${real(EXPANDED)}${relativeOne('0.03')}`),
    refusedBySchema: NAMED_OTHERWISE
  },
  {
    rule: 'count of relative uncertainties',
    change: pressure(`${list(expandedList('2 2'))}${relativeList('0.02 0.02 0.02')}`)
  },
  { rule: 'count of uncertainties', change: pressure(list(expandedList('2 2 2'))) },
  { rule: 'space in a unit', change: pressure(real('', '\\kilo \\pascal')) },
  { rule: 'count of units', change: pressure(list('', '100 101 102', '\\kilo\\pascal \\pascal')) },
  { rule: 'equal units', change: pressure(list('', '100 101', '\\pascal \\pascal')) },
  { rule: 'unit not declared', change: pressure(`<si:hybrid>${real('', '|psi')}${real()}</si:hybrid>`) },
  { rule: 'unit without definition', change: statement('<dcc:nonSIUnit>|psi</dcc:nonSIUnit>') },
  {
    rule: 'definition without unit',
    change: statement('<dcc:nonSIDefinition>1 psi = 6894.757 Pa</dcc:nonSIDefinition>')
  },
  {
    rule: 'language declared twice',
    change: swap('<dcc:usedLangCodeISO639_1>en<', '<dcc:usedLangCodeISO639_1>en</dcc:usedLangCodeISO639_1>$&'),
    also: ['not in all languages']
  },
  { rule: 'spaces in valueXMLList', change: pressure(list('', '100  101')) },
  { rule: 'spaces in unitXMLList', change: pressure(list('', '100 101 102', '\\pascal  \\bar')) },
  {
    rule: 'spaces in labelXMLList',
    change: pressure(list().replace('<si:valueXMLList>', '<si:labelXMLList>low  high</si:labelXMLList>$&'))
  },
  {
    rule: 'spaces in dateTimeXMLList',
    change: pressure(list('<si:dateTimeXMLList>2026-11-20T10:00:00Z  2026-11-20T11:00:00Z</si:dateTimeXMLList>'))
  },
  { rule: 'spaces in uncertaintyXMLList', change: pressure(list(expandedList(' 2'))) },
  { rule: 'spaces in coverageFactorXMLList', change: pressure(list(expandedList('2', '2 '))) },
  { rule: 'spaces in coverageProbabilityXMLList', change: pressure(list(expandedList('2', '2', '0.95  0.95'))) },
  { rule: 'spaces in distributionXMLList', change: pressure(list(expandedList('2', '2', '0.95', 'normal  normal'))) },
  { rule: 'spaces in standardUncXMLList', change: pressure(list(intervalList('1  1'))) },
  { rule: 'spaces in intervalMinXMLList', change: pressure(list(intervalList('1', '99  100'))) },
  { rule: 'spaces in intervalMaxXMLList', change: pressure(list(intervalList('1', '99 100', '101  102'))) },
  {
    rule: 'spaces in dateTimeXMLListType',
    change: swap('</dcc:statements>', '$&<dcc:dateTimeXMLListType>2026  2027</dcc:dateTimeXMLListType>'),
    refusedBySchema: A_TYPE
  },
  {
    rule: 'spaces in stringConformityStatementStatusXMLListType',
    change: statement(
      '<dcc:stringConformityStatementStatusXMLListType>pass  pass</dcc:stringConformityStatementStatusXMLListType>'
    ),
    refusedBySchema: A_TYPE
  },
  { rule: 'spaces in refType', change: swap('refType="basic_temperature"', 'refType="basic_temperature  gp_air"') },
  {
    rule: 'spaces in refId',
    change: all(swap('<dcc:result>', '<dcc:result id="first">'), swap('<dcc:list>', '<dcc:list refId="first  first">'))
  }
];
