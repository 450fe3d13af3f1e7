/** One attempt, to real servers on the loopback; names are resolved by the test, as an attacker's DNS server would. */
import { createServer as createTls } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../tests/support/mail.ts';
import { listening, startReceiver, verified, type Receiver } from '../../../../tests/support/webhook-receiver.ts';
import type { Resolve } from './checked-lookup.ts';
import { newWebhookSecret, signedHeaders } from './message-signature.ts';
import { createWebhookSender } from './send-message.ts';

const inside = createWebhookSender({ allowPrivate: true, attemptMs: 2000 });
const message = { id: 'message', timestamp: 1_793_000_000, body: '{"type":"webhook.ping","name":"Prüfstelle"}' };

/** A server that must not be reached: every way to it counts. */
let forbidden: Server;
let port: number;
let reached = 0;
let receiver: Receiver;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  forbidden = createTcp((socket: Socket) => {
    reached++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => forbidden.listen(0, resolve));
  port = (forbidden.address() as AddressInfo).port;
  receiver = await startReceiver();
});
afterAll(async () => {
  forbidden.close();
  await receiver.close();
  for (const close of closing) await close();
});

test('a message arrives with a signature that the library of receivers verifies, by each of two secrets', async () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const sent = await inside.send(receiver.url, signedHeaders(message, secrets), message.body);
  expect(sent).toMatchObject({ fault: null, statusCode: 204, answer: null });
  const [taken] = receiver.taken;
  if (taken === undefined) throw new Error('nothing came');
  for (const secret of secrets) expect(verified(taken, secret)).toEqual(JSON.parse(message.body));
  expect(() => verified(taken, newWebhookSecret())).toThrow();
  expect(() => verified({ ...taken, body: `${taken.body} ` }, secrets[0] ?? '')).toThrow();
  expect(taken.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'message' });
});

const never: Resolve = () => Promise.reject(new Error('an address is not resolved'));
test.each([
  '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '0', '0.0.0.0', '10.0.0.1', '169.254.169.254',
  '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '[64:ff9b::7f00:1]', '[fd00::1]', '[fe80::1]', '[2002:7f00:1::]',
  '１２７.0.0.1', '127。0。0。1'
])('nothing is sent to %s, however it is spelt', async (host) => {
  const before = reached;
  const outside = createWebhookSender({ allowPrivate: false, resolve: never, attemptMs: 2000 });
  expect(await outside.send(`https://${host}:${port}/`, {}, '{}')).toMatchObject({ fault: 'address', statusCode: null });
  expect(reached).toBe(before);
}); // prettier-ignore

test.each([
  ['a private address', [{ address: '127.0.0.1', family: 4 }]],
  ['a private IPv6 address', [{ address: '::1', family: 6 }]],
  ['a mapped one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['one of a NAT64', [{ address: '64:ff9b::7f00:1', family: 6 }]],
  ['several', [{ address: '10.0.0.1', family: 4 }, { address: 'fd00::1', family: 6 }]],
  ['none', []]
])('nothing is sent to a name of %s', async (_which, addresses) => {
  const before = reached;
  const outside = createWebhookSender({ allowPrivate: false, resolve: () => Promise.resolve(addresses), attemptMs: 2000 });
  expect(await outside.send(`https://receiver.example:${port}/`, {}, '{}')).toMatchObject({ fault: 'address' });
  expect(reached).toBe(before);
}); // prettier-ignore

test('a name is resolved once, and only to what was checked: an answer that changes leads nowhere', async () => {
  const before = reached;
  let asked = 0;
  // The first answer is public, the next private: the connection is to the first, and none is made to the second.
  const rebinding: Resolve = () => Promise.resolve([{ address: asked++ === 0 ? '1.1.1.1' : '127.0.0.1', family: 4 }]);
  const again = createWebhookSender({ allowPrivate: false, resolve: rebinding, attemptMs: 500 });
  const first = await again.send(`https://receiver.example:${port}/`, {}, '{}');
  expect(['timeout', 'connection']).toContain(first.fault);
  expect(asked).toBe(1);
  expect(await again.send(`https://receiver.example:${port}/`, {}, '{}')).toMatchObject({ fault: 'address' });
  // Of several, the private one is not tried when the public one does not answer.
  const both: Resolve = () =>
    Promise.resolve([
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 }
    ]);
  const mixed = createWebhookSender({ allowPrivate: false, resolve: both, attemptMs: 500 });
  expect(['timeout', 'connection']).toContain((await mixed.send(`https://receiver.example:${port}/`, {}, '{}')).fault);
  expect(reached).toBe(before);
});

test('without private addresses, http is refused, and so is a name that does not resolve', async () => {
  const resolve: Resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  const outside = createWebhookSender({ allowPrivate: false, resolve });
  expect(await outside.send('http://receiver.example/', {}, '{}')).toMatchObject({ fault: 'address' });
  expect(await outside.send('https://receiver.example/', {}, '{}')).toMatchObject({ fault: 'name' });
});

test('a redirect is a failure, and its target is not asked', async () => {
  const before = reached;
  const server = await listening((_request, response) => {
    response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end('moved');
  });
  closing.push(server.close);
  expect(await inside.send(server.url, {}, '{}')).toMatchObject({
    fault: 'redirect',
    statusCode: 307,
    answer: 'moved'
  });
  expect(reached).toBe(before);
});

test('of an answer that is not a success, the beginning is kept, without control characters', async () => {
  const server = await listening((_request, response) => {
    response.writeHead(500).end(`no\u0000 \u001broom\n${'x'.repeat(100_000)}`);
  });
  closing.push(server.close);
  const { answer, ...rest } = await inside.send(server.url, {}, '{}');
  expect(rest).toMatchObject({ fault: 'status', statusCode: 500 });
  expect(answer).toMatch(/^no room x+$/);
  expect(answer).toHaveLength(500);
});

test('an endless answer is read no further than its beginning, and its status counts', async () => {
  let ended = false;
  const server = await listening((_request, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(16 * 1024, 'a');
    const go = () => {
      while (!ended && response.write(piece));
    };
    response.on('drain', go).on('close', () => {
      ended = true;
    });
    go();
  });
  closing.push(server.close);
  expect(await inside.send(server.url, {}, '{}')).toMatchObject({ fault: null, statusCode: 200 });
  await expect.poll(() => ended).toBe(true);
});

test('who does not answer in time, or drips an answer, is left; a status that came counts', async () => {
  const hasty = createWebhookSender({ allowPrivate: true, attemptMs: 300 });
  const silent = await listening(() => undefined);
  const dripping = await listening((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const mute = createTcp(() => undefined);
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  closing.push(silent.close, dripping.close, () => mute.close());
  expect(await hasty.send(silent.url, {}, '{}')).toMatchObject({ fault: 'timeout', statusCode: null });
  expect(await hasty.send(`http://127.0.0.1:${(mute.address() as AddressInfo).port}/`, {}, '{}')).toMatchObject({
    fault: 'timeout'
  });
  expect(await hasty.send(dripping.url, {}, '{}')).toMatchObject({ fault: null, statusCode: 200 });
});

test('huge headers, something other than HTTP, a closed port and an untrusted certificate are told apart', async () => {
  const huge = await listening((_request, response) => {
    response.writeHead(200, { 'X-Huge': 'x'.repeat(200_000) }).end();
  });
  const babble = createTcp((socket) => void socket.on('error', () => undefined).end('SSH-2.0-OpenSSH\r\n'));
  await new Promise<void>((resolve) => babble.listen(0, '127.0.0.1', resolve));
  const closed = await listening(() => undefined);
  await closed.close();
  const tls = createTls(selfSigned(), (_request, response) => response.end());
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  closing.push(
    huge.close,
    () => babble.close(),
    () => tls.close()
  );
  expect(await inside.send(huge.url, {}, '{}')).toMatchObject({ fault: 'answer' });
  expect(await inside.send(`http://127.0.0.1:${(babble.address() as AddressInfo).port}/`, {}, '{}')).toMatchObject({
    fault: 'answer'
  });
  expect(await inside.send(closed.url, {}, '{}')).toMatchObject({ fault: 'connection' });
  expect(await inside.send(`https://localhost:${(tls.address() as AddressInfo).port}/`, {}, '{}')).toMatchObject({
    fault: 'certificate'
  });
});
