import type { Language } from '#lib/contracts/primitives.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import { STICKER_WORDS } from './sticker-words.ts';

/** What a sticker says. */
export type Sticker = {
  readonly asset_id: string;
  readonly name: string;
  /** When the instrument is due, or why it is not; null where it has no date. */
  readonly due: string | null;
  /** Where the code leads. */
  readonly address: string;
};

export type StickerSubject = Pick<Asset, 'id' | 'asset_id' | 'name' | 'status' | 'due_date'>;

/** As the reader writes a date on a label: the month in letters, so that nobody takes a day for a month. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-ES', fr: 'fr-FR', de: 'de-DE' };
const dayOf = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC'
  }).format(new Date(date));

/** @param origin where people reach the service. */
export function stickerOf(asset: StickerSubject, language: Language, origin: string): Sticker {
  const { due, retired } = STICKER_WORDS[language];
  return {
    asset_id: asset.asset_id,
    name: asset.name,
    due:
      asset.status === 'retired'
        ? retired
        : asset.due_date === null
          ? null
          : due.replace('{date}', () => dayOf(asset.due_date ?? '', language)),
    address: stickerAddress(origin, asset.id)
  };
}

/** `{origin}/a/{uuid}`: it stays when an asset gets another identifier. */
export const stickerAddress = (origin: string, id: string): string => `${origin.replace(/\/+$/, '')}/a/${id}`;
