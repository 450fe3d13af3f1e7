import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Every address of a name, as `dns.promises.lookup(name, { all: true })` finds them. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The receiver is at an address to which nothing is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** @throws AddressRefused for an address, as spelt in a URL, that is not public. A name passes: it is checked when it is resolved. */
export function assertLiteralIsPublic(hostname: string): void {
  const literal = hostname.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw new AddressRefused(literal);
}

/**
 * A `lookup` that passes on public addresses alone. Who connects uses its answer and resolves nothing again, so the address that was
 * checked is the one that is connected to.
 */
export const checkedLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname).then(
      (found) => {
        const wanted = options.family === 4 || options.family === 6 ? options.family : null;
        const passed = found.filter(
          ({ address, family }) => isPublicAddress(address) && (wanted === null || family === wanted)
        );
        const [first] = passed;
        if (first === undefined) answer(new AddressRefused(hostname), '', 0);
        else if (options.all) answer(null, [...passed]);
        else answer(null, first.address, first.family);
      },
      (thrown: unknown) => answer(thrown as NodeJS.ErrnoException, '', 0)
    );
  };
