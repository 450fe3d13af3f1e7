/**
 * Why a certificate could not be created, for readers of the calibration; other details, such as paths, are only in the
 * log.
 */
export function failureReason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : '';
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  if (code === 'ENOSPC' || /no space left on device/i.test(message)) return 'no space left on device';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the object store is not writable';
  return 'the certificate could not be created; see the server’s log';
}
