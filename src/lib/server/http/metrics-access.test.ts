import { expect, test } from 'vitest';
import { mayReadMetrics } from './metrics-access.ts';

const asked = (authorization?: string) =>
  new Request('http://plumbline.invalid/metrics', authorization === undefined ? {} : { headers: { authorization } });
const TOKEN = 'a-token-of-sixteen';

test.each([
  ['without a token this machine may', undefined, undefined, '127.0.0.1', true],
  ['without a token this machine may, by IPv6', undefined, undefined, '::1', true],
  ['without a token this machine may, by IPv4 in IPv6', undefined, undefined, '::ffff:127.0.0.1', true],
  ['without a token another may not', undefined, undefined, '192.168.1.7', false],
  ['without a token an address that merely begins alike may not', undefined, undefined, '127.0.0.1.example', false],
  ['with a token who sends it may, from anywhere', TOKEN, `Bearer ${TOKEN}`, '192.168.1.7', true],
  ['with a token this machine must send it too', TOKEN, undefined, '127.0.0.1', false],
  ['with a token a wrong one is refused', TOKEN, 'Bearer another-token-here', '127.0.0.1', false]
])('%s', (_name, token, authorization, address, allowed) => {
  expect(mayReadMetrics(token, asked(authorization), address)).toBe(allowed);
});

test.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded'])(
  'without a token a proxy on this machine opens them to nobody: %s',
  (header) => {
    const forwarded = new Request('http://plumbline.invalid/metrics', { headers: { [header]: '203.0.113.7' } });
    expect(mayReadMetrics(undefined, forwarded, '127.0.0.1')).toBe(false);
  }
);
