import { expect, test } from 'vitest';
import {
  calendarFeedLimits,
  mailRequestLimits,
  oidcLimits,
  registrationLimits,
  signInLimits,
  verificationLimits
} from './attempt-limits.ts';
import { networkOf } from './network-of.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown']
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('each limit of an address counts the addresses of one network together, and other networks apart', () => {
  const limits = [
    (address: string) => Object.values(signInLimits('a@b.example', address)),
    (address: string) => mailRequestLimits('a@b.example', address),
    oidcLimits,
    registrationLimits,
    verificationLimits,
    calendarFeedLimits
  ];
  for (const of of limits) {
    expect(of('2001:db8::1')).toEqual(of('2001:db8::ffff:2'));
    expect(of('2001:db8::1')).not.toEqual(of('2001:db8:0:1::1'));
  }
});
