import { expect, test } from 'vitest';
import { readBytes, readJson } from './read-json.ts';

const sent = (body: ReadableStream<Uint8Array>) =>
  new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit);
const chunk = new TextEncoder().encode('{"half');

test('a body that breaks off is the sender’s fault, not a failure of the server', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
    start: (controller) => controller.enqueue(chunk)
  });
  await expect(readBytes(sent(broken), 1000)).rejects.toMatchObject({ name: 'Refusal', code: 'bad_request' });
});

test('a body that grows beyond its limit is refused while it arrives', async () => {
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(chunk) });
  await expect(readBytes(sent(endless), 1000)).rejects.toMatchObject({ code: 'too_large' });
});

test('a body of an unknown shape is read to its end before it is refused, and not kept', async () => {
  let parts = 0;
  const deep = new ReadableStream<Uint8Array>({
    pull: (controller) => (++parts > 500 ? controller.close() : controller.enqueue(new TextEncoder().encode('[')))
  });
  await expect(readJson(sent(deep), 1000)).rejects.toMatchObject({ faults: [{ type: 'too_deep' }] });
  expect(parts).toBe(501);
});

test('a body that is too large is read to its end, but not without end, and left without a cut of the connection', async () => {
  let parts = 0;
  let isCancelled = false;
  const body = (last: number) =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => (++parts > last ? controller.close() : controller.enqueue(new Uint8Array(1024))),
      cancel: () => void (isCancelled = true)
    });
  await expect(readBytes(sent(body(500)), 1000)).rejects.toMatchObject({ code: 'too_large' });
  expect(parts).toBe(501);
  await expect(readBytes(sent(body(1_000_000)), 1000)).rejects.toMatchObject({ code: 'too_large' });
  expect(parts).toBeLessThan(2000);
  expect(isCancelled).toBe(false);
});
