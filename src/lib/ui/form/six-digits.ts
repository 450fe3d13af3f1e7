/** The digits of a code from an authenticator app, however they are grouped; null until all six are there. */
export function sixDigits(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}
