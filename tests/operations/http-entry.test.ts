import { request } from 'node:http';
import { describe, expect, inject, test } from 'vitest';
import { superadmin } from '../support/laboratory.ts';

const url = (path: string) => new URL(path, inject('baseUrl'));

describe('every answer carries the security headers', () => {
  test.each([
    ['a static file', '/manifest.webmanifest', 200],
    ['an API answer', '/api/v1/openapi.json', 200],
    ['a refusal', '/api/v1/users/me', 401],
    ['what is not there', '/api/v1/nowhere', 404],
    ['a health check', '/health/live', 200]
  ])('%s', async (_name, path, status) => {
    const { headers, status: answered } = await fetch(url(path));
    expect(answered).toBe(status);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    // HSTS on plain http would lock people out of a laboratory's own machine.
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

test('search engines are told which addresses lead to records', async () => {
  const answer = await fetch(url('/robots.txt'));
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).trim().split('\n');
  expect(lines).toEqual(['User-agent: *', 'Disallow: /api/', 'Disallow: /storage/', 'Disallow: /verify/']);
});

describe('the request id', () => {
  test('is returned, and is in the log line of the request', async () => {
    const { headers } = await fetch(url('/health/live'), { headers: { 'X-Request-Id': 'asked-by-a-test.1' } });
    expect(headers.get('x-request-id')).toBe('asked-by-a-test.1');
  });
  test('is replaced if the one sent is not fit for a log', async () => {
    const { headers } = await fetch(url('/health/live'), { headers: { 'X-Request-Id': 'a"b {}' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

/** Sends a body bit by bit, without saying how long it is. @returns the status, or null where the connection was cut. */
function stream(
  path: string,
  bytes: number,
  headers: Record<string, string>
): Promise<{ status: number | null; sent: number }> {
  return new Promise((resolve) => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    let sent = 0;
    const sending = request(url(path), { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
    sending.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? null, sent });
    });
    sending.once('error', () => resolve({ status: null, sent }));
    const send = () => {
      if (sent >= bytes || sending.destroyed) return void sending.end();
      sent += chunk.byteLength;
      sending.write(chunk, send);
    };
    send();
  });
}

describe('a body that is too large', () => {
  test('is refused by its announced length before a byte of it is read', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(3 * 1024 * 1024) };
      const sending = request(url('/api/v1/locations'), { method: 'POST', headers }, ({ statusCode }) =>
        resolve(statusCode)
      );
      sending.once('error', reject);
      sending.flushHeaders();
    });
    expect(status).toBe(413);
  });

  test('is cut while it arrives where its length was not announced', async () => {
    const { token } = await superadmin();
    const hundredMiB = 100 * 1024 * 1024;
    const { status, sent } = await stream('/api/v1/locations', hundredMiB, { Authorization: `Bearer ${token}` });
    expect([413, null]).toContain(status);
    expect(sent).toBeLessThan(hundredMiB / 4);
  });

  test('is no larger than 16 MiB where a calibration may be that large', async () => {
    const { token } = await superadmin();
    const { status } = await stream('/api/v1/calibrations/analyze', 12 * 1024 * 1024, {
      Authorization: `Bearer ${token}`
    });
    // Twelve MiB of spaces are not JSON, but they were read.
    expect(status).toBe(422);
  });
});

test('a program may post without an Origin, and with a foreign one: a bearer token is no cookie', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x.txt');
  const answer = await fetch(url('/api/v1/auth/login'), {
    method: 'POST',
    body: form,
    headers: { Origin: 'https://elsewhere.example' }
  });
  expect(answer.status).toBe(415);
});

test('an address of the API that is not there, or takes other methods, says so as the API does', async () => {
  const nowhere = await fetch(url('/api/v1/nowhere'));
  expect([nowhere.status, await nowhere.json()]).toEqual([404, { code: 'not_found', detail: expect.any(String) }]);
  const wrong = await fetch(url('/api/v1/auth/login'), { method: 'DELETE' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await wrong.json()).toEqual({ code: 'method_not_allowed', detail: 'This address accepts only POST.' });
});

test('metrics are for this machine, and count requests by route, never by address', async () => {
  await fetch(url('/api/v1/organizations/0198f000-0000-7000-8000-00000000000a'));
  const answer = await fetch(url('/metrics'));
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toMatch(
    /plumbline_http_request_seconds_count\{method="GET",route="\/api\/v1\/organizations\/\[id\]",status="401"\} \d+/
  );
  expect(text).not.toContain('0198f000');
});

/** The status of a request whose address is sent unchanged; null if the connection was cut. */
const statusOfRaw = (path: string) =>
  new Promise<number | null>((resolve) => {
    const { hostname, port } = url('/');
    const asking = request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    asking.once('error', () => resolve(null));
    asking.end();
  });

test.each(['//', '///', '/\\', 'http://[', '//:x'])(
  '%s, which is no address, is refused, and the server goes on',
  async (path) => {
    expect(await statusOfRaw(path)).toBe(400);
    expect((await fetch(url('/health/live'))).status).toBe(200);
  }
);

test('an address or headers that are too long are refused with a code, and on a connection that was used before', async () => {
  const answers = [];
  for (const address of ['/health/live', `/api/v1/assets?q=${'x'.repeat(20_000)}`])
    answers.push(await fetch(url(address)));
  const [before, refused] = answers as [Response, Response];
  expect([before.status, refused.status]).toEqual([200, 431]);
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await refused.json()).toEqual({ code: 'headers_too_large', detail: expect.stringContaining('16384 bytes') });
});
