import type { Language } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * What a digital certificate of another laboratory says, as JSON; nothing is stored, so that any signed-in person may ask.
 * @throws Refusal `dcc_hostile`, `dcc_not_xml`, `dcc_invalid`, `dcc_signature_broken`, `too_many_requests`
 */
export const readDccFile = (
  { dccFiles }: Services,
  actor: PersonActor,
  file: { readonly bytes: Uint8Array; readonly language: Language | undefined },
  signal?: AbortSignal
): Promise<Uint8Array<ArrayBuffer>> =>
  dccFiles.read(actor.userId, { bytes: file.bytes, languages: [file.language ?? 'en', 'en'] }, signal);
