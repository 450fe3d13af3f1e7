/** The assertions of PTB's Schematron rules for DCC 3.3.0 (`dcc.sch`) as functions; its twelve reports of information can find no fault. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { everyElement, type XmlElement } from '#lib/server/dcc/xml-tree.ts';
import { TRUTH } from './dcc-schema.ts';

export type Finding = { readonly role: 'error' | 'warning'; readonly rule: string; readonly path: string };
type Document = { readonly all: readonly XmlElement[]; readonly named: (name: string) => readonly XmlElement[] };
type Rule = {
  readonly role: Finding['role'];
  readonly rule: string;
  /** The elements that break it. */
  readonly faults: (document: Document) => readonly XmlElement[];
};

export function schematronFindings(root: XmlElement): readonly Finding[] {
  const all = [...everyElement(root)];
  const document: Document = { all, named: (name) => all.filter((element) => element.name === name) };
  return RULES.flatMap(({ role, rule, faults }) => faults(document).map(({ path }) => ({ role, rule, path })));
}

/** By names alone: what is judged is valid by the schema, which sees to the namespaces. */
const childrenOf = (element: XmlElement | null | undefined, name: string) =>
  (element?.children ?? []).filter((child) => child.name === name);
const at = (element: XmlElement | null | undefined, ...names: readonly string[]) =>
  names.reduce<XmlElement | null>((found, name) => childrenOf(found, name)[0] ?? null, element ?? null);

const has = (element: XmlElement | null | undefined, name: string) => childrenOf(element, name).length > 0;
const ancestors = (element: XmlElement): XmlElement[] =>
  element.parent ? [element.parent, ...ancestors(element.parent)] : [];
const under = (element: XmlElement, name: string) => ancestors(element).find((one) => one.name === name);
const tokens = (text: string) => text.split(' ');
const attributesOf = ({ all }: Document, name: string) =>
  all.flatMap((element) => {
    const value = element.attributes.get(name);
    return value === undefined ? [] : [{ element, value }];
  });

/** In a list that is not metadata: for all results, for the list, or for each of its quantities. */
const ofList = (name: string, { named }: Document) =>
  named('list').filter(
    (list) =>
      under(list, 'measurementResults') &&
      !under(list, 'metaData') &&
      !has(list, name) &&
      !has(under(list, 'measurementResult'), name) &&
      childrenOf(list, 'quantity').some((quantity) => !has(quantity, name))
  );
/** Of a single quantity. */
const ofQuantity = (name: string, { named }: Document) =>
  named('quantity').filter(
    (quantity) =>
      quantity.parent?.name === 'data' &&
      quantity.parent.parent?.name === 'result' &&
      !has(quantity, name) &&
      !has(under(quantity, 'measurementResult'), name)
  );
const declared = (role: Finding['role'], name: string): Rule[] => [
  { role, rule: `list without ${name}`, faults: (document) => ofList(name, document) },
  { role, rule: `quantity without ${name}`, faults: (document) => ofQuantity(name, document) }
];

const languagesOf = ({ named }: Document) => named('usedLangCodeISO639_1').map(({ text }) => text);
const localLanguages = (element: XmlElement) =>
  childrenOf(element, 'content').flatMap((content) => content.attributes.get('lang') ?? []);

/** Exactly one space between entries. */
const LIST = /^([^\s]+\s)*([^\s]+)$/u;
const LISTS = [
  'valueXMLList',
  'unitXMLList',
  'labelXMLList',
  'dateTimeXMLList',
  'uncertaintyXMLList',
  'coverageFactorXMLList',
  'coverageProbabilityXMLList',
  'distributionXMLList',
  'standardUncXMLList',
  'intervalMinXMLList',
  'intervalMaxXMLList',
  'dateTimeXMLListType',
  'stringConformityStatementStatusXMLListType'
];

const SOURCE = readFileSync(resolve(TRUTH, 'xsd/dcc.sch'), 'utf8');
/** A list of ISO codes that it names itself. */
const codes = (name: string) =>
  new Set(
    new RegExp(`name="${name}"\\s+value="string-join\\(\\(([^)]+)\\)`, 'u')
      .exec(SOURCE)?.[1]
      ?.split(',')
      .map((code) => code.trim().slice(1, -1))
  );
const LANGUAGES = codes('lc');
const COUNTRIES = codes('cc');

/** The relative uncertainty of a quantity, of which `dcc.sch` asks that it fit to the value and its expanded uncertainty. */
const relative = (quantity: XmlElement) => {
  const wrapper = at(quantity, 'relativeUncertainty');
  return {
    list: has(wrapper, 'relativeUncertaintyXmlList'),
    single: at(wrapper, 'relativeUncertainty'),
    values: has(at(quantity, 'realListXMLList'), 'valueXMLList'),
    value: at(quantity, 'real', 'value')
  };
};
const quantitiesWhere =
  (test: (quantity: XmlElement, given: ReturnType<typeof relative>) => boolean) =>
  ({ named }: Document) =>
    named('quantity').filter((quantity) => test(quantity, relative(quantity)));

const RULES: readonly Rule[] = [
  ...declared('error', 'usedMethods'),
  ...declared('warning', 'usedSoftware'),
  ...declared('error', 'influenceConditions'),
  {
    role: 'warning',
    rule: 'schema version',
    faults: ({ named }) =>
      named('digitalCalibrationCertificate').filter((root) => root.attributes.get('schemaVersion') !== '3.3.0')
  },
  {
    role: 'warning',
    rule: 'unlinked id',
    faults: (document) => {
      const linked = new Set(attributesOf(document, 'refId').flatMap(({ value }) => tokens(value)));
      return attributesOf(document, 'id').flatMap(({ element, value }) => (linked.has(value) ? [] : [element]));
    }
  },
  {
    role: 'error',
    rule: 'reference to an unknown id',
    faults: (document) => {
      const ids = new Set(attributesOf(document, 'id').map(({ value }) => value));
      return attributesOf(document, 'refId').flatMap(({ element, value }) =>
        tokens(value).some((one) => ids.has(one)) ? [] : [element]
      );
    }
  },
  {
    role: 'error',
    rule: 'undeclared language',
    faults: (document) =>
      document.named('content').filter((content) => {
        const lang = content.attributes.get('lang');
        return lang !== undefined && !languagesOf(document).includes(lang);
      })
  },
  {
    role: 'error',
    rule: 'not in all languages',
    faults: (document) =>
      document.all.filter((element) => {
        const languages = localLanguages(element);
        return languages.length > 0 && languages.length !== languagesOf(document).length;
      })
  },
  {
    role: 'error',
    rule: 'twice in a language',
    faults: ({ all }) =>
      all.filter((element) => new Set(localLanguages(element)).size !== localLanguages(element).length)
  },
  {
    role: 'warning',
    rule: 'no language',
    faults: ({ named }) =>
      named('content').filter((content) => {
        const outer = content.parent?.parent;
        return !content.attributes.has('lang') && !['name', 'further', 'referral'].some((name) => has(outer, name));
      })
  },
  {
    role: 'error',
    rule: 'ends before it begins',
    faults: ({ named }) =>
      named('endPerformanceDate').filter((end) => (at(end.parent, 'beginPerformanceDate')?.text ?? '') > end.text)
  },
  {
    role: 'error',
    rule: 'release',
    faults: ({ named }) =>
      named('release').filter(({ text }) => !/^[a-zA-Z]{1}( )?([0-9]{1,3}\.){0,3}([0-9]{1,3})$/u.test(text))
  },
  ...['usedLangCodeISO639_1', 'mandatoryLangCodeISO639_1'].map((name): Rule => ({
    role: 'error',
    rule: name,
    faults: ({ named }) => named(name).filter(({ text }) => !LANGUAGES.has(text))
  })),
  {
    role: 'error',
    rule: 'country',
    faults: ({ named }) => named('countryCodeISO3166_1').filter(({ text }) => !COUNTRIES.has(text))
  },
  {
    role: 'error',
    rule: 'relative list without expanded',
    faults: quantitiesWhere((quantity, { list }) => list && !has(at(quantity, 'realListXMLList'), 'expandedUncXMLList'))
  },
  {
    role: 'error',
    rule: 'relative without expanded',
    faults: quantitiesWhere((quantity, { single }) => single !== null && !has(at(quantity, 'real'), 'expandedUnc'))
  },
  {
    role: 'error',
    rule: 'relative for a list',
    faults: quantitiesWhere(
      (_, { list, single, values, value }) => !list && single !== null && values && value === null
    )
  },
  {
    role: 'error',
    rule: 'relative list for a value',
    faults: quantitiesWhere(
      (_, { list, single, values, value }) => list && single === null && !values && value !== null
    )
  },
  {
    role: 'error',
    rule: 'relative uncertainty',
    faults: quantitiesWhere((quantity, { single, value }) => {
      const expanded = at(quantity, 'real', 'expandedUnc', 'uncertainty');
      const given = at(single, 'value');
      return (
        given !== null &&
        expanded !== null &&
        value !== null &&
        Number(given.text) !== Number(expanded.text) / Number(value.text)
      );
    })
  },
  {
    role: 'error',
    rule: 'count of relative uncertainties',
    faults: ({ named }) =>
      named('relativeUncertainty').filter((one) => {
        const own = tokens(at(one, 'relativeUncertaintyXmlList', 'valueXMLList')?.text ?? '').length;
        return own > 1 && own !== tokens(at(one.parent, 'realListXMLList', 'valueXMLList')?.text ?? '').length;
      })
  },
  {
    role: 'error',
    rule: 'count of uncertainties',
    faults: ({ named }) =>
      named('realListXMLList').filter((one) => {
        const own = tokens(at(one, 'expandedUncXMLList', 'uncertaintyXMLList')?.text ?? '').length;
        return own > 1 && own !== tokens(at(one, 'valueXMLList')?.text ?? '').length;
      })
  },
  {
    role: 'error',
    rule: 'space in a unit',
    faults: ({ named }) => named('unit').filter((unit) => unit.parent?.name === 'real' && tokens(unit.text).length > 1)
  },
  {
    role: 'error',
    rule: 'count of units',
    faults: ({ named }) =>
      named('unitXMLList').filter((units) => {
        const own = tokens(units.text).length;
        return own > 1 && own !== tokens(at(units.parent, 'valueXMLList')?.text ?? '').length;
      })
  },
  {
    role: 'warning',
    // The original reports every list of several units, since it compares each with the list that it is in; here, as it says.
    rule: 'equal units',
    faults: ({ named }) =>
      named('unitXMLList').filter(({ text }) => tokens(text).length > 1 && new Set(tokens(text)).size === 1)
  },
  {
    role: 'error',
    rule: 'unit not declared',
    faults: ({ named }) => {
      const known = new Set(named('nonSIUnit').map(({ text }) => text));
      return named('unit').filter((unit) => under(unit, 'hybrid') && /^\|.+/u.test(unit.text) && !known.has(unit.text));
    }
  },
  {
    role: 'error',
    rule: 'unit without definition',
    faults: ({ named }) => named('nonSIUnit').filter((unit) => childrenOf(unit.parent, 'nonSIDefinition').length !== 1)
  },
  {
    role: 'error',
    rule: 'definition without unit',
    faults: ({ named }) => named('nonSIDefinition').filter((one) => childrenOf(one.parent, 'nonSIUnit').length !== 1)
  },
  {
    role: 'error',
    rule: 'language declared twice',
    faults: (document) =>
      document
        .named('usedLangCodeISO639_1')
        .filter(({ text }) => languagesOf(document).filter((one) => one === text).length > 1)
  },
  ...LISTS.map((name): Rule => ({
    role: 'error',
    rule: `spaces in ${name}`,
    faults: ({ named }) => named(name).filter(({ text }) => !LIST.test(text))
  })),
  ...['refType', 'refId'].map((name): Rule => ({
    role: 'error',
    rule: `spaces in ${name}`,
    faults: (document) =>
      attributesOf(document, name).flatMap(({ element, value }) => (LIST.test(value) ? [] : [element]))
  }))
];
/** Assertions and reports that can find a fault. */
export const SCHEMATRON_RULES: readonly string[] = RULES.map(({ rule }) => rule);
