import { ASSET } from '#lib/records/asset.ts';

/** Letters that are not a plain one with an accent, as people write them without their own key. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', μ: 'u' }
};

/** A text with the characters that an identifier may have (A–Z a–z 0–9 . _ -): hyphens for all others, none at the ends; may be empty. */
export const nearIdentifier = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, ASSET.asset_id.max);
