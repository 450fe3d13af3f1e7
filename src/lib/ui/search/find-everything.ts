import { fold, matches, searchText, wordsOf } from './plain-text.ts';

export type SearchableAsset = {
  readonly id: string;
  readonly asset_id: string;
  readonly name: string;
  readonly serial_number: string | null;
  readonly location_name: string | null;
};
export type Found = {
  readonly kind: 'asset' | 'person' | 'place';
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly detail: string;
};
export type SearchSource = {
  readonly assets: readonly SearchableAsset[];
  readonly people: readonly { readonly id: string; readonly full_name: string; readonly email?: string | undefined }[];
  /** Pages and actions, named in the reader's language. */
  readonly places: readonly { readonly href: string; readonly title: string }[];
};

const LIMITS = { asset: 8, person: 4, place: 6 } as const;

/** What a query finds, assets first, ids that begin with it before all; without a query, the places to go. */
export function findEverything(query: string, source: SearchSource): Found[] {
  const words = wordsOf(query);
  const places = source.places
    .filter(({ title }) => matches(fold(title), words))
    .slice(0, words.length === 0 ? source.places.length : LIMITS.place)
    .map(({ href, title }): Found => ({ kind: 'place', id: href, href, title, detail: '' }));
  if (words.length === 0) return places;
  return [...findAssets(words, source.assets), ...findPeople(words, source.people), ...places];
}

function findAssets(words: readonly string[], assets: readonly SearchableAsset[]): Found[] {
  const first = words[0] ?? '';
  const begins: SearchableAsset[] = [];
  const others: SearchableAsset[] = [];
  for (const asset of assets) {
    if (begins.length >= LIMITS.asset) break;
    if (!matches(searchText(asset, assetParts), words)) continue;
    if (fold(asset.asset_id).startsWith(first)) begins.push(asset);
    else if (others.length < LIMITS.asset) others.push(asset);
  }
  return [...begins, ...others].slice(0, LIMITS.asset).map((asset) => ({
    kind: 'asset',
    id: asset.id,
    href: `/assets/${encodeURIComponent(asset.asset_id)}`,
    title: asset.asset_id,
    detail: asset.name
  }));
}

/** The same parts for the list and the search, so that both find the same. */
export const assetParts = (asset: SearchableAsset) => [
  asset.asset_id,
  asset.name,
  asset.serial_number,
  asset.location_name
];

const findPeople = (words: readonly string[], people: SearchSource['people']): Found[] =>
  people
    .filter((person) => matches(fold(`${person.full_name}\n${person.email ?? ''}`), words))
    .slice(0, LIMITS.person)
    .map((person) => ({
      kind: 'person',
      id: person.id,
      href: `/users/${person.id}`,
      title: person.full_name,
      detail: person.email ?? ''
    }));
