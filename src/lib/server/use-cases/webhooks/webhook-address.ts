import { invalidInput } from '#lib/laboratory/refusal.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { AddressRefused, assertLiteralIsPublic } from '#lib/server/webhooks/checked-lookup.ts';

const LOC = ['body', 'url'] as const;

/**
 * The address of a receiver as it is stored and used. Names are checked each time they are resolved; an address that is refused anyway
 * is refused here, where somebody can mend it.
 * @param given an http or https URL
 * @throws InvalidInput
 */
export function webhookAddress({ webhooks: { allowsPrivate } }: Pick<Services, 'webhooks'>, given: string): string {
  const url = new URL(given);
  if (url.username !== '' || url.password !== '') {
    throw invalidInput(LOC, 'url_with_password', 'The address must not contain a user name or password');
  }
  if (!allowsPrivate) {
    if (url.protocol !== 'https:') throw invalidInput(LOC, 'not_https', 'The address must begin with https://');
    try {
      assertLiteralIsPublic(url.hostname);
    } catch (thrown) {
      if (!(thrown instanceof AddressRefused)) throw thrown;
      throw invalidInput(LOC, 'private_address', 'This is an address of a private network, to which nothing is sent');
    }
    if (url.hostname === 'localhost' || url.hostname.endsWith('.localhost')) {
      throw invalidInput(LOC, 'private_address', 'This is an address of a private network, to which nothing is sent');
    }
  }
  url.hash = '';
  return url.href;
}
