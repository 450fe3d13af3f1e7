import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks that are not of the public internet (IANA special-purpose address registry, RFC 6890). */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT (RFC 6598).
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds answer with credentials.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, and what is reserved, with the broadcast address.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4]
] as const;

/** Global unicast; what carries an IPv4 address (mapped, NAT64, compatible) is outside of it. */
const GLOBAL_V6 = ['2000::', 3] as const;
const SPECIAL_V6 = [
  // Protocol assignments, with Teredo.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20]
] as const;

const special = new BlockList();
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet(...GLOBAL_V6, 'ipv6');

/** Whether an address is of the public internet; false for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  // A zone makes sense on this link alone.
  if (!isIPv6(address) || address.includes('%')) return false;
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
