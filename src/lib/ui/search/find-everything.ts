import type { SearchHit } from '#lib/contracts/dashboard.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import { fold, matches, searchText, wordsOf } from '../text/plain-text.ts';
import { assetHref } from '../frame/asset-href.ts';
import { assetParts, notableState, type NotableState, type SearchableAsset } from './searched-asset.ts';

export type SearchableCalibration = {
  readonly id: string;
  readonly asset: { readonly asset_id: string };
  readonly calibration_date: string;
  readonly certificate: { readonly number: string } | null;
  readonly lab_certificate_number: string | null;
};
export type SearchableProcedure = Pick<Procedure, 'id' | 'code' | 'name' | 'quantity'>;
/** What else can be found than records: what was chosen before, lists, what can be begun, and pages. */
export type SearchResultKind = SearchHit['kind'] | 'recent' | 'state' | 'command' | 'place';
export type SearchResult = {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly detail: string;
  readonly state?: NotableState;
};
export type SearchResultGroup = {
  readonly kind: SearchResultKind;
  /** The best of them. */
  readonly items: readonly SearchResult[];
  /** How many there are in all. */
  readonly total: number;
  /** Where all of them are listed, if they are somewhere. */
  readonly all: string | null;
};
/** Something with a name in the reader's language that leads somewhere. */
type Named = { readonly href: string; readonly title: string; readonly detail?: string };
export type SearchSource = {
  readonly assets: readonly SearchableAsset[];
  readonly calibrations: readonly SearchableCalibration[];
  readonly procedures: readonly SearchableProcedure[];
  readonly people: readonly { readonly id: string; readonly full_name: string; readonly email?: string | undefined }[];
  readonly locations: readonly { readonly id: string; readonly name: string; readonly address: string | null }[];
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  /** What was chosen here before, the last first. */
  readonly recent: readonly Named[];
  /** Lists of assets in one state. */
  readonly states: readonly Named[];
  /** What can be begun. */
  readonly commands: readonly Named[];
  /** Pages. */
  readonly places: readonly Named[];
};

const LIMITS: Readonly<Record<SearchResultKind, number>> = {
  recent: 5,
  asset: 8,
  calibration: 5,
  procedure: 4,
  location: 4,
  person: 4,
  organization: 4,
  state: 4,
  command: 4,
  place: 6
};

/** The page of a record. */
export const PAGE_OF: Readonly<Record<SearchHit['kind'], (id: string) => string>> = {
  asset: (id) => `/assets/${id}`,
  calibration: (id) => `/calibrations/${id}`,
  procedure: (id) => `/procedures/${id}`,
  location: (id) => `/locations/${id}`,
  person: (id) => `/users/${id}`,
  organization: (id) => `/organizations/${id}`
};

/** What a query finds, by kind, with how many there are of each; without a query, what can be begun and the places to go. */
export function findEverything(query: string, source: SearchSource): SearchResultGroup[] {
  const words = wordsOf(query);
  const isEmpty = words.length === 0;
  const named = (kind: SearchResultKind, all: readonly Named[]) => groupOf(kind, findNamed(words, all), null, isEmpty);
  const begun = [named('command', source.commands), named('place', source.places)];
  if (isEmpty) return [named('recent', source.recent), ...begun].filter(({ total }) => total > 0);
  const q = encodeURIComponent(query.trim());
  return [
    groupOf('asset', findAssets(words, source.assets), `/assets?q=${q}`),
    groupOf('calibration', findCalibrations(words, source.calibrations), `/calibrations?q=${q}`),
    groupOf('procedure', findProcedures(words, source.procedures), `/procedures?q=${q}`),
    groupOf('location', findLocations(words, source.locations), null),
    groupOf('person', findPeople(words, source.people), null),
    groupOf('organization', findOrganizations(words, source.organizations), null),
    named('state', source.states),
    ...begun
  ].filter(({ total }) => total > 0);
}

const groupOf = (
  kind: SearchResultKind,
  found: readonly SearchResult[],
  all: string | null,
  whole = false
): SearchResultGroup => ({
  kind,
  items: whole ? found : found.slice(0, LIMITS[kind]),
  total: found.length,
  all: found.length > LIMITS[kind] ? all : null
});

/** Ids that begin with the query come before all other hits. */
function findAssets(words: readonly string[], assets: readonly SearchableAsset[]): SearchResult[] {
  const first = words[0] ?? '';
  const hits = assets.filter((asset) => matches(searchText(asset, assetParts), words));
  const begins = hits.filter((asset) => fold(asset.asset_id).startsWith(first));
  const others = hits.filter((asset) => !fold(asset.asset_id).startsWith(first));
  return [...begins, ...others].map((asset) => {
    const state = notableState(asset);
    return {
      id: asset.id,
      href: assetHref(asset),
      title: asset.asset_id,
      detail: asset.name,
      ...(state && { state })
    };
  });
}

/** By the number of their certificate, that of another laboratory too; newest first. */
function findCalibrations(words: readonly string[], calibrations: readonly SearchableCalibration[]): SearchResult[] {
  const numbers = ({ certificate, lab_certificate_number }: SearchableCalibration) =>
    fold(`${certificate?.number ?? ''}\n${lab_certificate_number ?? ''}`);
  return calibrations
    .filter((calibration) => matches(numbers(calibration), words))
    .sort((a, b) => (a.calibration_date < b.calibration_date ? 1 : -1))
    .map(({ id, certificate, lab_certificate_number, asset, calibration_date }) => {
      const own = certificate?.number ?? '';
      const title = lab_certificate_number && !matches(fold(own), words) ? lab_certificate_number : own;
      return { id, href: PAGE_OF.calibration(id), title, detail: `${asset.asset_id}, ${calibration_date}` };
    });
}

/** Retired ones are found, too: records name them. */
const findProcedures = (words: readonly string[], procedures: readonly SearchableProcedure[]): SearchResult[] =>
  procedures
    .filter(({ code, name, quantity }) => matches(fold(`${code}\n${name}\n${quantity ?? ''}`), words))
    .map(({ id, code, name }) => ({ id, href: PAGE_OF.procedure(id), title: code, detail: name }));

const findLocations = (words: readonly string[], locations: SearchSource['locations']): SearchResult[] =>
  locations
    .filter(({ name, address }) => matches(fold(`${name}\n${address ?? ''}`), words))
    .map(({ id, name, address }) => ({ id, href: PAGE_OF.location(id), title: name, detail: address ?? '' }));

const findOrganizations = (words: readonly string[], organizations: SearchSource['organizations']): SearchResult[] =>
  organizations
    .filter(({ name }) => matches(fold(name), words))
    .map(({ id, name }) => ({ id, href: PAGE_OF.organization(id), title: name, detail: '' }));

const findPeople = (words: readonly string[], people: SearchSource['people']): SearchResult[] =>
  people
    .filter((person) => matches(fold(`${person.full_name}\n${person.email ?? ''}`), words))
    .map((person) => ({
      id: person.id,
      href: PAGE_OF.person(person.id),
      title: person.full_name,
      detail: person.email ?? ''
    }));

const findNamed = (words: readonly string[], all: readonly Named[]): SearchResult[] =>
  all
    .filter(({ title }) => matches(fold(title), words))
    .map(({ href, title, detail = '' }) => ({ id: href, href, title, detail }));
