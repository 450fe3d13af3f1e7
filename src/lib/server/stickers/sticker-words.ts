import german from '#lib/i18n/de/first/common.json' with { type: 'json' };
import english from '#lib/i18n/en/first/common.json' with { type: 'json' };
import spanish from '#lib/i18n/es/first/common.json' with { type: 'json' };
import french from '#lib/i18n/fr/first/common.json' with { type: 'json' };
import type { Language } from '#lib/contracts/primitives.ts';

export type StickerWords = {
  readonly due: string;
  readonly retired: string;
  /** Of the file. */
  readonly title: string;
};

export const STICKER_WORDS: Readonly<Record<Language, StickerWords>> = {
  en: { due: 'Due {date}', retired: english.status.retired, title: 'Stickers' },
  de: { due: 'Fällig {date}', retired: german.status.retired, title: 'Aufkleber' },
  es: { due: 'Vence {date}', retired: spanish.status.retired, title: 'Etiquetas' },
  fr: { due: 'Échéance {date}', retired: french.status.retired, title: 'Étiquettes' }
};
