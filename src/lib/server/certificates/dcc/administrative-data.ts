import { todayIn } from '#lib/laboratory/calibration-status.ts';
import { isExternal, laboratoryName } from '../certificate-facts.ts';
import { textOf, typed, type DccFacts, type DccPrinter } from './dcc-language.ts';
import { statements } from './statements.ts';
import { element, leaf, type Xml } from './xml.ts';
import { phrase } from '../document/phrase.ts';

/** Who calibrated what for whom and when. */
export function administrativeData(facts: DccFacts, dcc: DccPrinter): Xml {
  return element(
    'dcc:administrativeData',
    element('dcc:dccSoftware', software('Plumbline DCC', '1.0')),
    coreData(facts),
    items(facts, dcc),
    laboratory(facts, dcc),
    persons(facts, dcc),
    customer(facts, dcc),
    element('dcc:statements', statements(facts, dcc))
  );
}

/** A release as the format wants it, e.g. `v3.6.1`. It is that of the writer or of the engine, so that equal records give equal files. */
export const software = (name: string, release: string): Xml =>
  element('dcc:software', typed('dcc:name', name), leaf('dcc:release', `v${/^[\d.]+/u.exec(release)?.[0] ?? '0'}`));

function coreData(facts: DccFacts): Xml {
  const { context, country } = facts;
  const { calibration, replaces } = context;
  const replaced = leaf('dcc:replacedUniqueIdentifier', replaces?.certificate_number);
  return element(
    'dcc:coreData',
    leaf('dcc:countryCodeISO3166_1', country),
    leaf('dcc:usedLangCodeISO639_1', context.language),
    leaf('dcc:mandatoryLangCodeISO639_1', context.language),
    leaf('dcc:uniqueIdentifier', context.certificate_number),
    leaf('dcc:receiptDate', calibration.received_on),
    leaf('dcc:beginPerformanceDate', calibration.calibration_date),
    leaf('dcc:endPerformanceDate', calibration.calibration_date),
    // Whether a location is the laboratory's own or the customer's is not recorded; a statement names it.
    leaf('dcc:performanceLocation', 'other'),
    leaf('dcc:issueDate', todayIn(facts.timeZone, facts.issuedAt)),
    replaced && element('dcc:reportAmendedSubstituted', leaf('dcc:typeOfChange', 'substituted'), replaced)
  );
}

function items({ context }: DccFacts, { print, said }: DccPrinter): Xml {
  const { asset, channel, calibration } = context;
  const { labels } = print;
  const details = [
    asset.description,
    calibration.item_condition && `${labels.condition}: ${calibration.item_condition}`
  ];
  const text = details.filter(Boolean).join('\n');
  return element(
    'dcc:items',
    element(
      'dcc:item',
      typed('dcc:name', asset.name),
      text === '' ? null : said('dcc:description', text),
      asset.manufacturer?.trim() ? element('dcc:manufacturer', typed('dcc:name', asset.manufacturer)) : null,
      leaf('dcc:model', asset.model),
      element(
        'dcc:identifications',
        identification('calibrationLaboratory', asset.asset_id, said('dcc:name', labels.identification)),
        asset.serial_number ? identification('manufacturer', asset.serial_number, null) : null,
        channel && identification('other', channel.name, said('dcc:name', labels.channel))
      )
    )
  );
}

export function identification(issuer: string, value: string, name: Xml | null): Xml | null {
  const valueElement = leaf('dcc:value', value);
  return valueElement && element('dcc:identification', leaf('dcc:issuer', issuer), valueElement, name);
}

/** Of an external calibration: the laboratory whose data these are. */
function laboratory(facts: DccFacts, { print }: DccPrinter): Xml {
  const { context, country } = facts;
  const { organization, calibration } = context;
  const contact = isExternal(facts)
    ? [
        typed('dcc:name', calibration.lab_name ?? print.labels.not_recorded),
        location(null, null, print.labels.no_address)
      ]
    : [
        typed('dcc:name', laboratoryName(organization)),
        leaf('dcc:eMail', organization.email),
        leaf('dcc:phone', organization.phone),
        location(organization.address, country, print.labels.no_address)
      ];
  return element(
    'dcc:calibrationLaboratory',
    isExternal(facts) ? leaf('dcc:calibrationLaboratoryCode', calibration.lab_accreditation) : null,
    element('dcc:contact', contact)
  );
}

/** Addresses are recorded as one text. */
const location = (address: string | null, country: string | null, unknown: string): Xml =>
  element('dcc:location', leaf('dcc:countryCode', country), typed('dcc:further', address?.trim() ? address : unknown));

function persons({ context }: DccFacts, { print }: DccPrinter): Xml {
  const { technician, release } = context;
  const by = release?.by ?? null;
  // A second person is one, even if both have the same name.
  const isSame = release?.at === null && by?.full_name === technician.full_name && by.role === technician.role;
  const person = ({ full_name, role }: typeof technician, isMain: boolean) =>
    element(
      'dcc:respPerson',
      element('dcc:person', typed('dcc:name', full_name)),
      leaf('dcc:role', print.labels.roles[role] ?? role),
      isMain ? leaf('dcc:mainSigner', 'true') : null
    );
  return element('dcc:respPersons', by && !isSame ? person(by, true) : null, person(technician, by === null || isSame));
}

function customer({ context }: DccFacts, { print }: DccPrinter): Xml {
  const { labels } = print;
  const name = context.customer?.name ?? textOf(phrase(labels.not_recorded));
  return element(
    'dcc:customer',
    typed('dcc:name', name),
    location(context.customer?.address ?? null, null, labels.not_recorded)
  );
}
