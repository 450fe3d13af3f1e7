/** Codes of authenticator apps: TOTP (RFC 6238) as every app reads it, SHA-1, six digits, 30 seconds. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps that a clock may be off, or a person may take to type. */
const SKEW = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** @returns 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, names?: { readonly issuer: string; readonly label: string }): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/** The address that an app scans. @param origin of the installation; its host tells accounts of several apart */
export const totpUri = (
  secret: string,
  { email, origin }: { readonly email: string; readonly origin: string }
): string =>
  totpOf(secret, { issuer: `Plumbline ${new URL(origin).host.replaceAll(':', ' ')}`, label: email }).toString();

/** The time step that a code belongs to: the current one, the one before or the one after; null if it is wrong. */
export function stepOfCode(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: SKEW });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_SECONDS * 1000)) + delta;
}
