import { assetIdentifier } from '#lib/contracts/assets.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { nearIdentifier } from '#lib/laboratory/exchange/near-identifier.ts';
import { ASSET } from '#lib/records/asset.ts';
import { findAssetIds, findIdentifiers } from '#lib/server/db/archive-import.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { derivedId } from '../../derived-id.ts';
import type { Reading } from '../../incoming.ts';
import { gaugeId } from './identity.ts';

const LONGEST = ASSET.asset_id.max;
const isIdentifier = (text: string): boolean => assetIdentifier.safeParse(text).success;

/**
 * What assets are called here: as they are called there if that can be an identifier, otherwise by the nearest one that neither the
 * archive nor the organization has. An asset that was imported before keeps the identifier that it has here.
 * @param named their identifiers there, in the order of the archive
 */
export async function identifiersOf(
  named: readonly string[],
  { services, organizationId }: Pick<Reading, 'services' | 'organizationId'>
): Promise<ReadonlyMap<string, string>> {
  const found = new Map(named.filter(isIdentifier).map((name) => [name, name]));
  const foreign = new Set(named.filter((name) => name.trim() !== '' && !isIdentifier(name)));
  if (foreign.size === 0) return found;
  const idsOf = (name: string) => [gaugeId('asset', name), derivedId(organizationId, gaugeId('asset', name))];
  const [taken, known] = await transaction(services.pool, SYSTEM, async (tx) => [
    await findAssetIds(tx, organizationId),
    await findIdentifiers(tx, organizationId, [...foreign].flatMap(idsOf))
  ]);
  const claimed = new Set([...taken.keys(), ...[...found.keys()].map((name) => name.toLowerCase())]);
  for (const name of foreign) {
    const before = idsOf(name).flatMap((id) => known.get(id) ?? [])[0];
    const identifier = before ?? free(nearest(name), claimed);
    claimed.add(identifier.toLowerCase());
    found.set(name, identifier);
  }
  return found;
}

/** Of a name without any letter that an identifier can have, its hash; a UUID or a reserved word gets a prefix. */
function nearest(name: string): string {
  const near = nearIdentifier(name);
  if (isIdentifier(near)) return near;
  return `OG-${near || gaugeId('asset', name).slice(0, 8)}`.slice(0, LONGEST);
}

function free(identifier: string, claimed: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? '' : `-${n}`;
    const numbered = `${identifier.slice(0, LONGEST - end.length)}${end}`;
    if (!claimed.has(numbered.toLowerCase())) return numbered;
  }
}
