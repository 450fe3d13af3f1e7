/** A digital certificate of three points in °C, and what the dialog would say of a changed one. */
import { readDcc } from '#lib/server/dcc/read-dcc.ts';
import { notTaken } from '#lib/worksheet/dcc/not-taken.ts';
import { firstChoice, takeFrom } from '#lib/worksheet/dcc/take-dcc.ts';

export const quantity = (type: string, values: string, more = '') =>
  `<dcc:quantity refType="${type}"><si:realListXMLList><si:valueXMLList>${values}</si:valueXMLList><si:unitXMLList>\\degreecelsius</si:unitXMLList>${more}</si:realListXMLList></dcc:quantity>`;
const U =
  '<si:measurementUncertaintyUnivariateXMLList><si:expandedMUXMLList><si:valueExpandedMUXMLList>0.02</si:valueExpandedMUXMLList><si:coverageFactorXMLList>2</si:coverageFactorXMLList><si:coverageProbabilityXMLList>0.95</si:coverageProbabilityXMLList></si:expandedMUXMLList></si:measurementUncertaintyUnivariateXMLList>';

export const CONDITIONS =
  '<dcc:influenceConditions><dcc:influenceCondition><dcc:name><dcc:content lang="en">Temperature</dcc:content></dcc:name><dcc:data><dcc:quantity><si:real><si:value>31</si:value><si:unit>\\degreecelsius</si:unit></si:real></dcc:quantity></dcc:data></dcc:influenceCondition></dcc:influenceConditions>';

export const BASE = `<?xml version="1.0" encoding="UTF-8"?>
<dcc:digitalCalibrationCertificate xmlns:dcc="https://ptb.de/dcc" xmlns:si="https://ptb.de/si" schemaVersion="3.3.0"><dcc:administrativeData><dcc:coreData><dcc:countryCodeISO3166_1>DE</dcc:countryCodeISO3166_1><dcc:usedLangCodeISO639_1>en</dcc:usedLangCodeISO639_1><dcc:mandatoryLangCodeISO639_1>en</dcc:mandatoryLangCodeISO639_1><dcc:uniqueIdentifier>X-1</dcc:uniqueIdentifier><dcc:beginPerformanceDate>2026-01-02</dcc:beginPerformanceDate><dcc:endPerformanceDate>2026-01-02</dcc:endPerformanceDate></dcc:coreData><dcc:items><dcc:item><dcc:name><dcc:content lang="en">Pt100 µΩ</dcc:content></dcc:name></dcc:item></dcc:items><dcc:calibrationLaboratory><dcc:contact><dcc:name><dcc:content lang="en">Lab</dcc:content></dcc:name><dcc:location><dcc:street>Main St</dcc:street><dcc:city>B</dcc:city></dcc:location></dcc:contact></dcc:calibrationLaboratory></dcc:administrativeData><dcc:measurementResults><dcc:measurementResult><dcc:name><dcc:content lang="en">R</dcc:content></dcc:name><dcc:results><dcc:result><dcc:name><dcc:content lang="en">T</dcc:content></dcc:name><dcc:data><dcc:list>${quantity('basic_referenceValue', '0 50 100')}${quantity('basic_measuredValue', '0.1 50.2 100.3', U)}</dcc:list></dcc:data></dcc:result></dcc:results></dcc:measurementResult></dcc:measurementResults></dcc:digitalCalibrationCertificate>`;

/** The base with one text in place of another, which must be in it. */
export function changed(old: string, by: string, xml = BASE): string {
  if (!xml.includes(old)) throw new Error(`The certificate has no ${old}`);
  return xml.replaceAll(old, () => by);
}

/** What the dialog takes and lists; of each path the end. */
export function imported(xml: string) {
  const reading = readDcc(new TextEncoder().encode(xml), ['en']);
  const choice = firstChoice(reading);
  const taken = takeFrom(reading, choice, { unit: '°C', measured_unit: '' });
  const left = notTaken(reading, choice, taken).map(({ path, text }) => `${path.split('/').at(-1) ?? ''} ${text}`);
  return { reading, taken, left };
}
