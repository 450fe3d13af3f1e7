import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { LARGEST_CERTIFICATE } from '#lib/contracts/verification.ts';
import { readPresented } from './read-presented.ts';

const ADDRESS = '192.0.2.1';
const FILE = 'Content-Disposition: form-data; name="file"';
const EMPTY_FIELD = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n';
const EMPTY_FILE = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n\r\n';

const sent = (body: BodyInit, type?: string) =>
  new Request('http://localhost/verify', { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
const form = (text: string) => sent(text, 'multipart/form-data; boundary=b');
const parts = (...all: readonly string[]) => form(`${all.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
const fromBrowser = (contents: BlobPart, name: string) => {
  const data = new FormData();
  data.set('file', new File([contents], name, { type: 'application/pdf' }));
  return sent(data);
};
/** As much of it as a body has room for. */
const full = (text: string) => text.repeat(Math.floor((LARGEST_CERTIFICATE - 1000) / text.length));

describe('a form with a file is read', () => {
  test.each([
    ['of a browser', () => fromBrowser('%PDF', 'Schein ü "1" 校准.pdf'), 'Schein ü "1" 校准.pdf'],
    [
      'of curl',
      () => parts(`${FILE}; filename="a \\"1\\".pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF`),
      'a "1".pdf'
    ],
    ['without a type', () => parts(`${FILE}; filename="a.pdf"\r\n\r\n%PDF`), 'a.pdf'],
    ['with a file without a name', () => parts(`${FILE}\r\n\r\n%PDF`), null],
    [
      'with other parts before and after it',
      () => parts(`${EMPTY_FIELD.slice(5)}x`, `${FILE}; filename="a.pdf"\r\n\r\n%PDF`, `${FILE}\r\n\r\nsecond`),
      'a.pdf'
    ]
  ])('%s', async (_, request, name) => {
    const sha256 = createHash('sha256').update('%PDF').digest('hex');
    expect(await readPresented(request(), ADDRESS)).toMatchObject({ sha256, name });
  });

  test('of a file as large as a certificate may be, and no larger', async () => {
    const bytes = new Uint8Array(LARGEST_CERTIFICATE);
    expect(await readPresented(fromBrowser(bytes, 'a.pdf'), ADDRESS)).toMatchObject({ name: 'a.pdf' });
    const larger = fromBrowser(new Uint8Array(LARGEST_CERTIFICATE + 1), 'a.pdf');
    await expect(readPresented(larger, ADDRESS)).rejects.toMatchObject({ code: 'too_large' });
  });
});

test.each([
  ['without a file', 'bad_request', () => sent(new FormData())],
  [
    'with another file',
    'bad_request',
    () => parts('Content-Disposition: form-data; name="pdf"; filename="x"\r\n\r\nx')
  ],
  ['that breaks off', 'bad_request', () => form(`--b\r\n${FILE}; filename="x"\r\n\r\n%PDF`)],
  ['without a boundary', 'wrong_type', () => sent('%PDF', 'multipart/form-data')]
])('a form %s is refused', async (_, code, request) => {
  await expect(readPresented(request(), ADDRESS)).rejects.toMatchObject({ name: 'Refusal', code });
});

describe('a form that is refused costs little, however much is in it', () => {
  test.each([
    ['empty files', full(EMPTY_FILE)],
    ['empty fields', full(EMPTY_FIELD)],
    ['headers', `--b\r\n${full('X: y\r\n')}\r\n\r\n`],
    ['a long name', `--b\r\nContent-Disposition: form-data; name="${full('%22')}"\r\n\r\n\r\n`],
    ['a long file name', `--b\r\n${FILE}; filename="${full(String.raw`a\"`)}"\r\n\r\n\r\n`],
    ['line ends before the first part', full('\r\n')],
    ['what looks like boundaries', `--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n${full('\r\n--')}\r\n`]
  ])('%s', async (_, text) => {
    const request = form(`${text}--b--\r\n`);
    const before = process.cpuUsage();
    await expect(readPresented(request, ADDRESS)).rejects.toMatchObject({ name: 'Refusal', code: 'bad_request' });
    const { user } = process.cpuUsage(before);
    expect(user / 1e6).toBeLessThan(1.5);
  });
});

describe('files are received a few at once', () => {
  /** A file that has no end until it is told to. */
  function slow(address: string) {
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('%PDF'));
        end = () => controller.close();
      }
    });
    const headers = { 'Content-Type': 'application/pdf' };
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
    const request = new Request('http://localhost/verify', init);
    return { read: readPresented(request, address), end };
  }
  const busy = { code: 'too_many_requests', context: { retry_after_seconds: expect.any(Number) } };
  const isTaken = async (address: string) => {
    const data = new FormData();
    data.set('file', new File(['%PDF'], 'a.pdf'));
    await expect(readPresented(sent(data), address)).resolves.toMatchObject({ name: 'a.pdf' });
  };

  test('of all, and of one network', async () => {
    const all = Array.from({ length: 4 }, (_, n) => slow(`2001:db8::${String(n)}`));
    await expect(slow('2001:db8::5').read).rejects.toMatchObject(busy);
    all.push(...Array.from({ length: 4 }, (_, n) => slow(`192.0.2.${String(n)}`)));
    await expect(slow('192.0.2.9').read).rejects.toMatchObject(busy);
    await expect(readPresented(fromBrowser('%PDF', 'a.pdf'), '192.0.2.9')).rejects.toMatchObject(busy);
    // What was found in the browser is short.
    const json = sent(JSON.stringify({ sha256: 'f'.repeat(64) }), 'application/json');
    await expect(readPresented(json, '192.0.2.9')).resolves.toMatchObject({ checked: null });
    all[0]?.end();
    await all[0]?.read;
    await isTaken('192.0.2.9');
    for (const { end } of all.slice(1)) end();
    await Promise.all(all.map(({ read }) => read));
    await isTaken('192.0.2.9');
  });
});
