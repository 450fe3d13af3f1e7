import bidiFactory from 'bidi-js';
import { jsPDF } from 'jspdf';

const bidi = bidiFactory();
const letters = new jsPDF();
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** No ink: joiners, variants, and marks that turn the direction of what follows, for a name must not reorder a label. */
const WITHOUT_INK = /\u00ad|\u061c|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff/gu;

/** A text as letters to be set one after another, still in the order of reading: one line, Arabic letters in their joined forms. */
export const printableText = (text: string): string =>
  letters.processArabic(text.normalize('NFC').replace(WITHOUT_INK, '').replace(LINE_ENDS, ' ').trim());

export const isRightToLeft = (text: string): boolean => (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) === 1;

/** A line of it in the order of ink, from left to right (Unicode Standard Annex 9). */
export function inkOrder(line: string, rightToLeft: boolean): string {
  return bidi.getReorderedString(line, bidi.getEmbeddingLevels(line, rightToLeft ? 'rtl' : 'ltr'));
}
