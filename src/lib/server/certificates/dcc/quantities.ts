/** Quantities as D-SI 2.2.1 writes them. Numbers are written so that reading them gives the same number, to the last bit. */
import type { DsiUnit } from '#lib/laboratory/dcc/d-si-units.ts';
import { spellExact, spellPlain } from '#lib/laboratory/dcc/exact-numbers.ts';
import { element, elementWith, leaf, type Xml } from './xml.ts';

/**
 * U with what it was computed from, the factor and the degrees of freedom (infinite: null); null for a point of which it
 * is not known.
 */
export type Expanded = { readonly uncertainty: number; readonly k: number; readonly nu: number | null } | null;
/** Of each point; one distribution for all, or a list of those of each. */
export type Coverage = { readonly probabilities: readonly (number | null)[]; readonly distribution: string };

/** Elements of a quantity in the order of the schema. */
type Quantity = {
  readonly refType?: string | null;
  readonly name?: Xml | null;
  readonly value: Xml;
  readonly more?: Xml | null;
};

export const quantity = ({ refType = null, name = null, value, more = null }: Quantity): Xml =>
  elementWith('dcc:quantity', { refType }, name, value, more);

export const real = (value: number, { unit }: DsiUnit): Xml =>
  element('si:real', leaf('si:value', spellExact(value)), leaf('si:unit', unit));

/** One value for each point; null, where it is not known, is NaN. */
export function realList(
  values: readonly (number | null)[],
  { unit }: DsiUnit,
  expanded: readonly Expanded[] | null = null,
  coverage: Coverage | null = null
): Xml {
  return element(
    'si:realListXMLList',
    leaf('si:valueXMLList', values.map(orNaN).join(' ')),
    leaf('si:unitXMLList', unit),
    expanded && coverage && element('si:measurementUncertaintyUnivariateXMLList', uncertaintyList(expanded, coverage))
  );
}

/** The format knows k only from 1 on; for a smaller one, u = U/k is given. One probability stands for all points. */
function uncertaintyList(expanded: readonly Expanded[], { probabilities, distribution }: Coverage): Xml {
  const all = (of: (one: NonNullable<Expanded>) => number) =>
    expanded.map((one) => (one === null ? 'NaN' : spellExact(of(one)))).join(' ');
  const kind = leaf('si:distributionXMLList', distribution);
  if (!expanded.every((one) => one === null || hasUsualFactor(one.k))) {
    return element(
      'si:standardMUXMLList',
      leaf(
        'si:valueStandardMUXMLList',
        all((one) => one.uncertainty / one.k)
      ),
      kind
    );
  }
  return element(
    'si:expandedMUXMLList',
    leaf(
      'si:valueExpandedMUXMLList',
      all((one) => one.uncertainty)
    ),
    leaf(
      'si:coverageFactorXMLList',
      all((one) => one.k)
    ),
    leaf('si:coverageProbabilityXMLList', probabilityList(probabilities)),
    kind
  );
}

/** NaN where U is not known either. */
function probabilityList(probabilities: readonly (number | null)[]): string {
  const known = new Set(probabilities.filter((one) => one !== null));
  const [only] = known;
  if (known.size === 1 && only !== undefined) return spellPlain(only);
  return probabilities.map((one) => (one === null ? 'NaN' : spellPlain(one))).join(' ');
}

export const hasUsualFactor = (k: number): boolean => k >= 1 && k < 1e21;

/** Words, one for each point. */
export const words = (list: readonly string[]): Xml => leaf('dcc:charsXMLList', list.join(' ')) as Xml;

const orNaN = (value: number | null): string => (value === null ? 'NaN' : spellExact(value));
