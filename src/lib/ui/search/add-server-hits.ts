import type { SearchHit } from '#lib/contracts/dashboard.ts';
import { PAGE_OF, type SearchResultGroup, type SearchResultKind, type SearchSource } from './find-everything.ts';

const ORDER: readonly SearchResultKind[] = [
  ...(['recent', 'asset', 'calibration', 'procedure', 'location', 'person', 'organization'] as const),
  ...(['state', 'command', 'place'] as const)
];

/**
 * What the server found besides, behind what the device found of the same kind. A record that the device holds is not repeated: it
 * was found here, or its newer state here says otherwise.
 */
export function addServerHits(
  groups: readonly SearchResultGroup[],
  hits: readonly SearchHit[],
  source: SearchSource
): readonly SearchResultGroup[] {
  if (hits.length === 0) return groups;
  const local = new Set(
    [
      ...[source.assets, source.calibrations, source.procedures, source.locations, source.people],
      source.organizations
    ].flatMap((records) => records.map(({ id }) => id))
  );
  const more = new Map<SearchResultKind, SearchResultGroup>(groups.map((group) => [group.kind, group]));
  for (const { kind, id, title, detail } of hits) {
    if (local.has(id)) continue;
    const known = more.get(kind) ?? { kind, items: [], total: 0, all: null };
    const items = [...known.items, { id, href: PAGE_OF[kind](id), title, detail }];
    more.set(kind, { ...known, items, total: known.total + 1 });
  }
  return [...more.values()].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
