import { Refusal } from '#lib/laboratory/refusal.ts';

/**
 * Why a certificate could not be created, for readers of the calibration; other details, such as paths, are only in the
 * log.
 */
export function failureReason(thrown: unknown): string {
  const faults = templateFault(thrown);
  if (faults !== null) return faults;
  const message = thrown instanceof Error ? thrown.message : '';
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  if (code === 'ENOSPC' || /no space left on device/i.test(message)) return 'no space left on device';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the object store is not writable';
  return 'the certificate could not be created; see the server’s log';
}

/** What is wrong in the template, and what to do. Null: it was something else. */
function templateFault(thrown: unknown): string | null {
  if (!(thrown instanceof Refusal) || thrown.context?.['faults'] === undefined) return null;
  const { template } = thrown.context;
  return `the template “${String(template)}” cannot set it. ${thrown.message.replace(/^[^.]*\. /u, '')} Change the template or choose another default, then open the certificate`;
}
