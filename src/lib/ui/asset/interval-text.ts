import type { Translate } from '#lib/i18n/translate.ts';
import type { Interval } from '#lib/laboratory/interval.ts';

/** An interval in words: 90 days, 12 months. */
export const intervalText = ({ value, unit }: Interval, translate: Translate): string =>
  translate(`asset.spec.${unit}`, { values: { n: value } });
