import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Credentials } from '#lib/server/db/users.ts';

/** @throws Refusal `inactive`, `unverified` */
export function assertMaySignIn(account: Pick<Credentials, 'is_active' | 'is_verified'>): void {
  if (!account.is_active) throw new Refusal('inactive', 'This account has been deactivated. Ask an administrator.');
  if (!account.is_verified) {
    throw new Refusal(
      'unverified',
      'This account has not been verified yet. Open the link in the mail you received, or ask an administrator.'
    );
  }
}
