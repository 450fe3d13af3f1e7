import type { DccReading } from '#lib/contracts/dcc.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import { readDcc } from '#lib/server/dcc/read-dcc.ts';

/**
 * What a digital certificate of another laboratory says; nothing is stored, so that any signed-in person may ask.
 * @throws Refusal `dcc_hostile`, `dcc_not_xml`, `dcc_invalid`, `dcc_signature_broken`
 */
export const readDccFile = (bytes: Uint8Array, language: Language = 'en'): DccReading =>
  readDcc(bytes, [language, 'en']);
