/** What an identity provider states about a person, as far as it is used here. */
import { globalRole, emailAddress, type GlobalRole } from '#lib/contracts/primitives.ts';
import type { OidcConfig } from '#lib/server/config.ts';

export type Stated = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  /** The provider has made sure that the address is the person's. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** The highest of the roles stated, for an account that is created. */
  readonly role: GlobalRole | null;
  /** It asked for several factors. */
  readonly usedMfa: boolean;
};

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export function statedBy(claims: Claims, { roleClaim, mfaAcr }: Pick<OidcConfig, 'roleClaim' | 'mfaAcr'>): Stated {
  const email = emailAddress.safeParse(claims['email']);
  const name = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 200) : '';
  const acr = claims['acr'];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.success ? email.data : null,
    // A provider that says nothing has verified nothing; some state it as a text.
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: name === '' ? null : name,
    role: roleClaim === undefined ? null : highestRole(claimAt(claims, roleClaim)),
    // RFC 8176; `acr` means what provider and operator agree on.
    usedMfa: textsOf(claims['amr']).includes('mfa') || (typeof acr === 'string' && mfaAcr.includes(acr))
  };
}

/** A claim by its name or, if there is none, by its path (`realm_access.roles`). */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (found, key) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, key)
          ? (found as Record<string, unknown>)[key]
          : undefined,
      claims
    );
}

/** From the lowest to the highest. */
const ROLES: readonly GlobalRole[] = ['viewer', 'technician', 'admin', 'superadmin'];

function highestRole(stated: unknown): GlobalRole | null {
  const roles = textsOf(stated).flatMap((text) => globalRole.safeParse(text).data ?? []);
  return ROLES.findLast((role) => roles.includes(role)) ?? null;
}

const textsOf = (stated: unknown): readonly string[] =>
  (Array.isArray(stated) ? stated : [stated]).filter((one) => typeof one === 'string');
