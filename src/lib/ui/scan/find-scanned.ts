import type { ListedAsset } from '../search/searched-asset.ts';
import type { CodeMeaning } from './read-code.ts';

/** The one asset that a code means: by UUID, by identifier, or by a serial number that no other has. */
export function findScanned<A extends ListedAsset>(assets: readonly A[], meaning: CodeMeaning): A | undefined {
  if (meaning.kind === 'sticker') return assets.find(({ id }) => id === meaning.id);
  if (meaning.kind === 'address' || meaning.text === '') return undefined;
  const wanted = meaning.text.toLowerCase();
  const [named, ...namesakes] = assets.filter(({ asset_id }) => asset_id.toLowerCase() === wanted);
  if (named) return namesakes.length === 0 ? named : undefined;
  const [made, ...others] = assets.filter(({ serial_number }) => serial_number?.toLowerCase() === wanted);
  return others.length === 0 ? made : undefined;
}

/** What the list is searched for while somebody types. */
export const searchedText = (meaning: CodeMeaning): string => (meaning.kind === 'text' ? meaning.text : '');

const IDENTIFIER = /^[A-Za-z0-9._-]{1,64}$/;
/** Where an asset with that code is created; null if it is not a valid asset ID. */
export function createHref(meaning: CodeMeaning): string | null {
  if (meaning.kind !== 'text' || meaning.text === '') return null;
  const field = IDENTIFIER.test(meaning.text) ? 'asset_id' : 'serial_number';
  return `/assets/new?${new URLSearchParams({ [field]: meaning.text })}`;
}
