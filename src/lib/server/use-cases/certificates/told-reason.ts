/**
 * Why a certificate could not be created, for readers of the calibration; other details, such as paths, are only in the
 * log.
 */
export function toldReason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : '';
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  if (code === 'ENOSPC' || /no space left on device/i.test(message)) return 'no space left on device';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the object store cannot be written';
  return 'the certificate could not be made; the log of the server says why';
}
