import { createHash } from 'node:crypto';
import type { DccReading } from '#lib/contracts/dcc.ts';
import { isCalendarDay } from '#lib/laboratory/calendar-day.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { checkSignature } from './check-signature.ts';
import { decodeXml } from './decode-xml.ts';
import { parseXml } from './parse-xml.ts';
import { readText, textIn, type Read } from './quantity-values.ts';
import { proposalOf, readConditions, readResults } from './read-results.ts';
import { insideSignatures, withoutSignatures } from './without-signatures.ts';
import { at, childrenOf, DCC, everyElement, type XmlElement } from './xml-tree.ts';

const VERSION = /^(2\.4|3\.[0-3])(\.\d+)?$/u;
/** As XML writes a date: perhaps with a zone. */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:Z|[-+]\d{2}:\d{2})?$/u;
/** So much of a text that is left over is quoted; the rest is in the file. */
const QUOTED = 200;
/** Characters of what is left over, paths included: in a certificate it is a small part of the file. */
const MOST_LEFT_OVER = 16 << 20;

/**
 * Reads a digital calibration certificate, versions 2.4 to 3.3. What is not represented is listed by XPath.
 * @param languages in which texts are wanted, the best first
 * @throws Refusal `dcc_hostile`, `dcc_not_xml`, `dcc_invalid`, `dcc_signature_broken`
 */
export function readDcc(bytes: Uint8Array, languages: readonly string[]): DccReading {
  const file = parseXml(bytes);
  const root = withoutSignatures(file);
  if (root.name !== 'digitalCalibrationCertificate' || root.namespace !== DCC) {
    throw invalid(root.path, 'The file is not a digital calibration certificate (PTB DCC).');
  }
  const version = root.attributes.get('schemaVersion') ?? '';
  if (!VERSION.test(version))
    throw invalid(root.path, `Version ${version || '(none)'} is not supported. Supported versions are 2.4 to 3.3.`);
  assertLanguages(root);
  const signature = checkSignature(decodeXml(bytes), file);
  if (signature.state === 'broken') {
    throw new Refusal(
      'dcc_signature_broken',
      'The signature does not match: the file was changed after it was signed.'
    );
  }
  if (at(root, 'measurementResults') === null)
    throw invalid(`${root.path}/dcc:measurementResults`, 'This is required, and is missing.');
  const taken = new Set<XmlElement>();
  const read: Read = (element) => taken.add(element);
  const results = readResults(root, languages, read);
  return {
    schema_version: version,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...administrative(root, languages, read),
    conditions: [...readConditions(root, languages, read)],
    results: [...results],
    proposals: results.flatMap((result) => proposalOf(result) ?? []),
    signature: { ...signature, state: signature.state },
    leftovers: leftovers([...everyElement(root), ...insideSignatures(file)], taken)
  };
}

const invalid = (path: string, message: string) => new Refusal('dcc_invalid', `${path}: ${message}`, { path });

/** A file whose mandatory language is not among those that it declares is not valid (dcc.sch). */
function assertLanguages(root: XmlElement): void {
  const core = at(root, 'administrativeData', 'coreData');
  const declared = new Set(childrenOf(core, 'usedLangCodeISO639_1').map(({ text }) => text.trim()));
  for (const { path, text } of childrenOf(core, 'mandatoryLangCodeISO639_1')) {
    const lang = text.trim();
    if (!declared.has(lang)) throw invalid(path, `The language “${lang}” is not declared in usedLangCodeISO639_1.`);
  }
}

function administrative(root: XmlElement, languages: readonly string[], read: Read) {
  const data = at(root, 'administrativeData');
  const core = at(data, 'coreData');
  const said = (element: XmlElement | null) => textIn(element, languages, read);
  const required = (text: string | null, path: string) => {
    if (text === null) throw invalid(path, 'This is required, and is missing or empty.');
    return text;
  };
  const place = '/dcc:digitalCalibrationCertificate/dcc:administrativeData';
  const day = (name: string) => {
    const text = readText(core, read, name);
    if (text === null) return null;
    const stated = DAY.exec(text)?.[1];
    if (stated === undefined || !isCalendarDay(stated))
      throw invalid(`${place}/dcc:coreData/dcc:${name}`, 'This is not a date.');
    return stated;
  };
  const number = required(readText(core, read, 'uniqueIdentifier'), `${place}/dcc:coreData/dcc:uniqueIdentifier`);
  const laboratory = at(data, 'calibrationLaboratory');
  const contact = at(laboratory, 'contact');
  const name = required(said(at(contact, 'name')), `${place}/dcc:calibrationLaboratory/dcc:contact/dcc:name`);
  const items = childrenOf(at(data, 'items'), 'item').map((item) => ({
    name: required(said(at(item, 'name')), `${item.path}/dcc:name`),
    manufacturer: said(at(item, 'manufacturer', 'name')),
    model: readText(item, read, 'model'),
    identifications: childrenOf(at(item, 'identifications'), 'identification').flatMap((one) => {
      const value = readText(one, read, 'value');
      if (value === null) return [];
      const issuer = readText(one, read, 'issuer') ?? 'other';
      return [{ issuer, value, name: said(at(one, 'name') ?? at(one, 'description')) }];
    })
  }));
  const from = required(day('beginPerformanceDate'), `${place}/dcc:coreData/dcc:beginPerformanceDate`);
  return {
    certificate_number: number,
    laboratory: {
      name,
      code: readText(laboratory, read, 'calibrationLaboratoryCode'),
      address: addressOf(at(contact, 'location'), read, said)
    },
    calibrated_from: from,
    calibrated_to: day('endPerformanceDate') ?? from,
    received_on: day('receiptDate'),
    issued_on: day('issueDate'),
    customer: said(at(data, 'customer', 'name')),
    items
  };
}

function addressOf(
  location: XmlElement | null,
  read: Read,
  said: (element: XmlElement | null) => string | null
): string | null {
  const part = (...names: readonly string[]) => names.flatMap((name) => readText(location, read, name) ?? []).join(' ');
  const lines = [
    said(at(location, 'further')),
    part('street', 'streetNo'),
    part('postOfficeBox'),
    part('postCode', 'city'),
    part('state'),
    part('countryCode')
  ];
  return lines.filter(Boolean).join(', ') || null;
}

/** What has a text of its own and was not read. */
function leftovers(all: readonly XmlElement[], taken: ReadonlySet<XmlElement>): DccReading['leftovers'] {
  let length = 0;
  return all.flatMap((element) => {
    const text = element.text.trim().replace(/\s+/gu, ' ');
    if (text === '' || taken.has(element)) return [];
    const quoted = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
    length += element.path.length + quoted.length;
    if (length > MOST_LEFT_OVER)
      throw new Refusal(
        'dcc_hostile',
        'The file has more than 16 MiB of contents that do not belong to a certificate.'
      );
    return [{ path: element.path, text: quoted }];
  });
}
