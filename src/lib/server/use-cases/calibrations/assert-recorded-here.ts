import { Refusal } from '#lib/laboratory/refusal.ts';

/**
 * What an archive says of a calibration was not recorded here: this installation certifies nothing of it.
 * @throws Refusal `certificate_imported`
 */
export function assertRecordedHere({ imported }: { readonly imported: boolean }): void {
  if (!imported) return;
  throw new Refusal(
    'certificate_imported',
    'This calibration was imported. Its certificate is the imported file; no other certificate is issued here.'
  );
}
