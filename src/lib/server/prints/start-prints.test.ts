// cspell:ignore newcount ifnum iftrue
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueCertificatePdf, type KeyToSign } from '#lib/server/certificates/issue-certificate-pdf.ts';
import { makeSigningKey } from '#lib/server/certificates/signing-keys.ts';
import { drawStickers, type StickerOrder } from '#lib/server/stickers/draw-stickers.ts';
import { analysed, facts, request } from '../../../../tests/certificates/temperature-transmitter.ts';
import { smallTemplate } from '../../../../tests/support/certificate-template.ts';
import { startedBy } from '../../../../tests/support/started-by.ts';
import { BY_TEX, installedTex, requireTex } from '../../../../tests/certificates/tex/installed-tex.ts';
import { previewTemplatePdf } from './preview-template-pdf.ts';
import { startPrints, type Prints } from './start-prints.ts';

const key: KeyToSign = { ...(await makeSigningKey('Northfield', new Date())), signerName: 'Northfield' };
const order = { facts, key };
const long = (count: number) => {
  const points = Array.from({ length: count }, (_, i) => ({
    reference: i / 60,
    measured: i / 60 + 0.01 * Math.sin(i)
  }));
  return { facts: analysed({ ...request, points }), key };
};
const started: Prints[] = [];
const prints = (mostSeconds?: number): Prints => {
  const own = startPrints({ ...(mostSeconds !== undefined && { mostSeconds }) });
  started.push(own);
  return own;
};
// Bundled here: an order's time is not for that.
beforeAll(
  () =>
    Promise.all([
      import('./print-thread.ts?thread'),
      import('./preview-thread.ts?thread'),
      import('./stickers-thread.ts?thread')
    ]),
  120_000
);
afterAll(() => started.forEach((own) => own.stop()));

test('a thread gives the certificate of the calling thread, byte for byte, original and copy', async () => {
  const own = prints();
  const here = await issueCertificatePdf(facts, key);
  expect(await own.issue(order)).toEqual(here);
  expect(await own.copy('one', order)).toEqual(here);
}, 60_000);

test('while one of six thousand points is made, the calling thread goes on', async () => {
  const own = prints();
  await own.issue(order);
  const many = long(6000);
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const begun = performance.now();
  const { pageCount } = await own.issue(many);
  clearInterval(beat);
  expect(pageCount).toBeGreaterThan(80);
  // In the calling thread its last part alone, which puts the file together, is a third of it.
  expect(longest).toBeLessThan((performance.now() - begun) / 6);
}, 60_000);

test('ten wait for their copies, who comes then is refused, and the originals wait for none of them', async () => {
  const own = prints();
  const many = long(6000);
  const ended: string[] = [];
  const copy = (name: string) => own.copy(name, order).then(() => ended.push(name));
  const stop = new AbortController();
  const first = own.copy('first', many, stop.signal);
  const waiting = Array.from({ length: 10 }, (_, i) => copy(`waiting ${i}`));
  await expect(own.copy('late', order)).rejects.toMatchObject({
    code: 'too_many_requests',
    context: { retry_after_seconds: 5 }
  });
  await own.issue(order);
  expect(ended).toEqual([]);
  stop.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await Promise.all(waiting);
  expect(ended).toEqual(waiting.map((_, i) => `waiting ${i}`));
}, 60_000);

test.skipIf(installedTex === null)(
  `a certificate that takes seconds ${BY_TEX} is not waited for, neither by originals nor by copies of others`,
  async () => {
    const own = startPrints({ tex: requireTex() });
    started.push(own);
    const ended: string[] = [];
    const count = String.raw`\newcount\n \loop\advance\n 1 \ifnum\n<8000000 \repeat`;
    const slow = { facts, key, template: { source: smallTemplate(count), language: null, engine: 'tex' } } as const;
    const byTex = own.issue(slow).then(({ pageCount }) => ended.push(`${pageCount} page by TeX`));
    await Promise.all([
      own.issue(order).then(() => ended.push('original')),
      own.copy('one', order).then(() => ended.push('copy'))
    ]);
    expect(ended.toSorted()).toEqual(['copy', 'original']);
    await byTex;
    expect(ended.at(-1)).toBe('1 page by TeX');
  },
  120_000
);

test.skipIf(installedTex === null)(
  `a certificate ${BY_TEX} that is no longer wanted ends its TeX as well, before the next of the organization begins`,
  async () => {
    const own = startPrints({ tex: requireTex() });
    started.push(own);
    const source = String.raw`\documentclass{article}\begin{document}\loop\iftrue\repeat\end{document}`;
    const endless = { facts, key, template: { source, language: null, engine: 'tex' } } as const;
    for (let time = 0; time < 2; time += 1) {
      const stop = new AbortController();
      const copy = own.copy('one', endless, stop.signal);
      const runs = await vi.waitUntil(() => texRuns(), { timeout: 30_000, interval: 50 });
      stop.abort(new Error('gone'));
      await expect(copy).rejects.toThrow('gone');
      await vi.waitFor(() => expect(runs.filter((id) => existsSync(`/proc/${id}`))).toEqual([]), 5000);
    }
  },
  120_000
);

/** The ids of the processes that set a document for this one; null: TeX has not begun. */
async function texRuns(): Promise<readonly string[] | null> {
  const found = (await startedBy(process.pid)).filter(({ command }) => command.includes('plumbline.tex'));
  return found.some(({ command }) => command.includes('pdflatex')) ? found.map(({ id }) => id) : null;
}

test('a thread draws the stickers of the calling thread', async () => {
  const order: StickerOrder = {
    as: 'pdf',
    stickers: [{ asset_id: 'TT-1', name: 'Transmitter', due: null, address: 'http://localhost:3000/a/1' }],
    on: { sheet: 'avery_l7160', skip: 20 },
    title: 'Stickers',
    author: 'Tess',
    createdAt: new Date('2026-11-21T09:30:00Z')
  };
  const drawn = await prints().stickers('one', (draw) => draw(order));
  expect(drawn).toEqual(await drawStickers(order));
  await expect(prints(0.001).stickers('one', (draw) => draw(order))).rejects.toMatchObject({ code: 'too_large' });
}, 60_000);

test('a thread tries a template: the unsigned preview of the calling thread, or its faults with their lines', async () => {
  const own = prints();
  const order = {
    template: { source: smallTemplate(), language: null },
    facts: null,
    specimenLanguage: 'en',
    timeZone: 'UTC'
  } as const;
  expect(await own.preview('one', order)).toEqual(await previewTemplatePdf({ ...order, tex: null }));
  const broken = { ...order, template: { source: smallTemplate('\\nowhere'), language: null } };
  await expect(own.preview('one', broken)).rejects.toMatchObject({
    code: 'certificate_failed',
    context: { faults: [{ line: 3 }] }
  });
  await expect(prints(0.001).preview('one', order)).rejects.toMatchObject({ code: 'certificate_failed' });
  const issued = { facts, key, template: { source: smallTemplate(), language: null } };
  expect(await own.issue(issued)).toEqual(await issueCertificatePdf(facts, key, { template: issued.template }));
}, 60_000);

test('one that takes too long is ended with a sentence, and the next gets a new thread', async () => {
  const own = prints(0.001);
  await expect(own.copy('one', order)).rejects.toMatchObject({ code: 'certificate_failed' });
  await expect(own.copy('one', order)).rejects.toMatchObject({ code: 'certificate_failed' });
  expect((await prints().copy('one', order)).pageCount).toBeGreaterThan(0);
}, 60_000);

test('what cannot be made says why, and the thread makes the next', async () => {
  const own = prints();
  const broken = { facts, key: { ...key, privateKeyPem: 'no key' } };
  await expect(own.issue(broken)).rejects.toThrow(/PEM|DECODER|key/iu);
  expect((await own.issue(order)).pageCount).toBeGreaterThan(0);
}, 60_000);
